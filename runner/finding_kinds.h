/* The kinds of findings: for files that name single ones. device.c has their names, "race" and so on, docs/findings.md
 * says what each one is. */
#ifndef WARPSCHOOL_FINDING_KINDS_H
#define WARPSCHOOL_FINDING_KINDS_H

enum {
    FINDING_RACE,
    FINDING_BARRIER, /* in divergent code, or not reached by every warp */
    FINDING_OUT_OF_BOUNDS,
    FINDING_MISALIGNED,
    FINDING_UNINITIALISED,
    FINDING_DEADLOCK,
    FINDING_BUDGET,
    FINDING_TRAP,      /* trap, a failed assert */
    FINDING_HEAP,      /* a bad free */
    FINDING_UNORDERED, /* no data race, but which value is read or stays is unspecified: volatile or relaxed accesses */
    FINDING_KIND_COUNT
};

#endif
