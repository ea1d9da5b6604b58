/* Which instructions a kernel executes for nothing.
 *
 * An instruction is needed if it does more than to compute registers: it accesses memory, waits, exchanges values with
 * other lanes, calls or ends; or if it writes a register that a needed instruction reads; or if it is a branch that
 * decides whether a needed instruction is executed. All instructions that write a register count as its writers, in
 * whatever order they are executed. So what is said to be idle is; of what else is, some is not found. Compilers leave
 * nothing of that kind, but for what the source declares volatile. */
#ifndef WARPSCHOOL_PTX_IDLE_H
#define WARPSCHOOL_PTX_IDLE_H

#include "ptx/ptx.h"

typedef enum PtxUse {
    PTX_USE_NEEDED,
    PTX_USE_IDLE,
    PTX_USE_UNCHECKED, /* a compare-and-swap whose returned value no needed instruction reads */
} PtxUse;

/* By instruction of the function. In one that is too long to look through, all are needed. */
PtxUse *ptx_uses(const PtxFunction *function, Arena *arena);

#endif
