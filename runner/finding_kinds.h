/* The enumerators of the kinds of findings, made from finding.def: for files that name single ones. */
#ifndef WARPSCHOOL_FINDING_KINDS_H
#define WARPSCHOOL_FINDING_KINDS_H

/* clang-format off */
enum {
#define FINDING(finding, ...) finding,
#include "finding.def"
#undef FINDING
    FINDING_KIND_COUNT,
    FINDING_FIRST_OF_PROGRAMS = HOST_LEAK, /* this one and those after it are of whole programs' host code */
};
/* clang-format on */

#endif
