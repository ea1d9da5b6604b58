/* The hardware's own counters, read in the worker process around launches of one kernel.
 *
 * Reading them takes several launches (passes): three on an H200, a quarter of a second together, and one of them
 * runs with the kernel patched, up to some hundred times slower. Before each pass restore is called, so that every
 * launch sees the same memory.
 *
 * CUPTI cannot be started a second time within a process: a worker opens the counters once, measures one launch, and
 * ends. From then on launches take up to a microsecond longer, so times are measured before, or in another worker.
 * CUPTI also hangs on some machines: results that must not be lost have to be sent before. */
#ifndef WARPSCHOOL_CUDA_COUNTERS_H
#define WARPSCHOOL_CUDA_COUNTERS_H

#include <stdbool.h>

#include "cuda/driver.h"
#include "metric.h"

typedef struct Counters Counters;

/* What is measured. Both functions return CUDA_SUCCESS or the driver's error; after an error that ended the context
 * nothing may be called again. */
typedef struct CountedLaunch {
    CUresult (*restore)(void *closure); /* contents of all buffers and module variables as before the launch; waits.
                                           Best leaves L2 cold: DRAM traffic depends on it */
    CUresult (*launch)(void *closure);  /* starts the kernel once in the context's default stream; does not wait */
    void *closure;
} CountedLaunch;

/* Opens the counters of device in context, which is current. False where they cannot be read: *why is then a sentence
 * that says why, who can change that and how; it stays valid until the process ends. *counters is set in any case. */
bool counters_open(Counters **counters, const CudaDriver *driver, CUcontext context, CUdevice device, const char **why);

/* After counters_open failed: whether because there is no CUPTI, or because WARPSCHOOL_COUNTERS=ncu asks for another
 * source. */
bool counters_absent(const Counters *counters);

/* Measures one launch, which must be one kernel, and sets the metrics it read, whose names begin with gpu.;
 * from_events marks those that the hardware's own counters gave, which include collisions of warps. *why is NULL, or
 * says as above what is left out. Returns false with *why as above where nothing could be read, or where the kernel
 * failed. A second call in a process has only the hardware's counters: they have no branches, generic addresses or
 * cp.async, and their wavefronts include collisions of warps. */
bool counters_measure(Counters *counters, const CountedLaunch *launch, Metrics *metrics,
                      bool from_events[METRIC_CAPACITY], const char **why);

/* For the survey. context is current. */
typedef struct CountersPermission {
    const char *said; /* "allowed", or why the counters of device cannot be read, and the remedy */
    const char
        *by; /* what would read them, "CUPTI 13.0.1, /usr/local/cuda/lib64/libcupti.so.13"; NULL: none was found */
} CountersPermission;
CountersPermission counters_permission(const CudaDriver *driver, CUcontext context, CUdevice device);

#endif
