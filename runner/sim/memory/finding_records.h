/* Findings of a worker, each recorded once. */
#ifndef WARPSCHOOL_SIM_FINDING_RECORDS_H
#define WARPSCHOOL_SIM_FINDING_RECORDS_H

#include "sim/memory/sim_block_memory.h"

typedef struct FindingRecord {
    FindingKind kind;
    bool warning;
    uint32_t pc, other_pc;
    uint64_t block;    /* the lowest block with this finding */
    uint64_t sequence; /* its place among that block's findings */
    uint64_t count;
    /* of two findings in one block with the same instructions, the message with the larger weight is kept */
    int weight;
    const char *message;
    const RacePair *race; /* or NULL */
} FindingRecord;

/* Limits on distinct findings, for each severity by itself, so that warnings cannot displace an error. */
enum { FINDINGS_PER_WORKER = 256, FINDINGS_REPORTED = 64, FINDING_SLOTS = 2048 };

typedef struct Findings {
    FindingRecord *at;
    size_t count, severity_count[2]; /* [warning] */
    uint16_t slot[FINDING_SLOTS];    /* a hash table of positions + 1 */
    uint64_t sequence;
} Findings;

/* finding_records.c: counts one more of a finding that is recorded already and whose message stays; false where
 * sim_finding must record one. */
bool finding_again(SimBlockMemory *block, FindingKind kind, bool warning, uint32_t pc, uint32_t other_pc);
/* The same, but false as well where a message of this weight would replace the recorded one; then finding_of_weight()
 * records it. */
bool finding_known(SimBlockMemory *block, FindingKind kind, bool warning, uint32_t pc, uint32_t other_pc, int weight);
void finding_of_weight(SimBlockMemory *block, FindingRecord finding, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
