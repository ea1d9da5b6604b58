/* Makes a Finding of a kernel that failed on the GPU, of the same kind as the simulator's, from what the driver
 * tells. The hardware tells less than the simulator, so each sentence ends with how to learn the rest. */
#ifndef WARPSCHOOL_CUDA_FAULT_H
#define WARPSCHOOL_CUDA_FAULT_H

#include "cuda/coredump.h"
#include "cuda/request.h"

typedef struct FaultContext {
    const Launch *launch;
    const KernelFacts *facts;
    const CoreFault *core; /* what a core dump says of the fault, or NULL */
    const char
        *complaints; /* what the worker wrote to standard error, or NULL: the driver prints failed asserts there */
    Arena *arena;
} FaultContext;

/* Each sets result's status and its one finding. */
void fault_finding(const FaultContext *context, const Reply *reply, Result *result);
void fault_endless(const FaultContext *context, double seconds, Result *result);
/* The kernel ended, but wrote beyond a buffer; status stays RUN_FINISHED. */
void fault_overrun(const FaultContext *context, const Reply *reply, Result *result);

#endif
