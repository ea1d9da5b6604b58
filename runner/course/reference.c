/* Host functions that compute what an output must hold. */
#include "course/reference.h"

static const char *const names[] = {"copy", "gather", "transpose", "matmul", "reverse", "sum"};

const char *const *reference_names(size_t *count) {
    *count = sizeof names / sizeof *names;
    return names;
}
