/* Names of local arrays, for findings. */
#ifndef WARPSCHOOL_SIM_LOCAL_NAMES_H
#define WARPSCHOOL_SIM_LOCAL_NAMES_H

#include <stdint.h>

#include "base/arena.h"

typedef struct LocalName {
    const char *text; /* NULL: unknown */
    /* its number of elements, where it is the only array of its function and its size is written in numbers; else 0 */
    uint64_t count;
} LocalName;

/* The local array that a line of the source indexes. source: CUDA C++, or NULL; line: from 1. */
LocalName local_name(Arena *arena, const char *source, int line);

#endif
