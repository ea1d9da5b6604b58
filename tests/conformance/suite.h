/* What suite.c keeps between cases. */
#ifndef WARPSCHOOL_TESTS_CONFORMANCE_SUITE_H
#define WARPSCHOOL_TESTS_CONFORMANCE_SUITE_H

#include "cases.h"

struct Suite {
    CaseVisitor *visit;
    void *context;
    const char *arch, *defect;
    const CaseTexture *texture;
};

#endif
