/* Where a kernel went wrong: the same launch once more, in a process of its own whose driver writes a core dump. It is
 * not always on, because a driver that watches for faults is another one than that which is timed and counted. */
#ifndef WARPSCHOOL_CUDA_LOCATE_H
#define WARPSCHOOL_CUDA_LOCATE_H

#include <signal.h>

#include "cuda/coredump.h"
#include "cuda/request.h"

/* segment holds the launch, laid out but not yet changed by a run. False where nothing was learnt: the fault did not
 * show again, the driver writes no core dumps, it took too long. */
bool locate_fault(const char *library, const Segment *segment, const char *file,
                  const volatile sig_atomic_t *interrupted, CoreFault *fault);

#endif
