/* What the text of a CUDA C++ source says of a barrier: under which conditions it stands, and which `return` may have
 * led threads out of the kernel before it. */
#ifndef WARPSCHOOL_SIM_RUN_SOURCE_RETURNS_H
#define WARPSCHOOL_SIM_RUN_SOURCE_RETURNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* What became of a thread that a condition kept from the barrier. */
typedef enum SimWay {
    SIM_WAY_NO_CONDITION, /* no condition stands on the line */
    SIM_WAY_AROUND,       /* the barrier stands under the condition, or behind a return that leaves a function alone */
    SIM_WAY_UNKNOWN,
    SIM_WAY_RETURN /* the condition leads to a return from the kernel */
} SimWay;

/* Where a return from the kernel stands: the lines of its innermost condition. */
typedef struct SimReturnLines {
    int first, last;
} SimReturnLines;

typedef struct SimReturns {
    bool known;             /* the kernel was found, with all its brackets */
    bool sure;              /* nothing hides conditions: no preprocessor condition, no macro with one, no jump */
    SimReturnLines *before; /* returns by which threads may have left the kernel instead of coming to the barrier */
    size_t before_count;
    SimWay *way; /* by line, up to line_count */
    int line_count;
} SimReturns;

/* The barrier stands on the line; 0: it is not known where. In arena. */
SimReturns *sim_read_returns(const char *source, const char *kernel, int line, Arena *arena);

#endif
