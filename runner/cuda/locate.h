/* Finds where a kernel failed, by running the same launch again in a process whose driver writes a core dump. Core
 * dumps are not always on, because they change how the driver runs kernels, which are timed and counted. */
#ifndef WARPSCHOOL_CUDA_LOCATE_H
#define WARPSCHOOL_CUDA_LOCATE_H

#include <signal.h>

#include "cuda/coredump.h"
#include "cuda/request.h"

/* segment: the launch, laid out and not yet changed by a run. False where nothing was found: the fault did not occur
 * again, the driver writes no core dumps, or it took too long. */
bool locate_fault(const char *library, const Segment *segment, const char *file,
                  const volatile sig_atomic_t *interrupted, CoreFault *fault);

#endif
