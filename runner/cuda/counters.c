/* Hardware counters are not read by this build. */
#include "cuda/counters.h"

static const char none[] = "this build of the program reads no hardware counters";

bool counters_open(Counters **counters, const CudaDriver *driver, CUcontext context, CUdevice device, const char **why) {
    (void)driver, (void)context, (void)device;
    *counters = NULL;
    *why = none;
    return false;
}

bool counters_measure(Counters *counters, const CountedLaunch *launch, Metrics *metrics, const char **why) {
    (void)counters, (void)launch, (void)metrics;
    *why = none;
    return false;
}

void counters_close(Counters *counters) { (void)counters; }

const char *counters_permission(const CudaDriver *driver, CUcontext context, CUdevice device) {
    (void)driver, (void)context, (void)device;
    return none;
}
