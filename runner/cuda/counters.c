/* Opening the counters, and one measurement from both sources. */
#include "cuda/counters.h"

#include <stdlib.h>
#include <string.h>

#include "cuda/counters_parts.h"

/* Whether the counters are closed at this level: it is neither supported nor unknown. Which level it is decides the
 * message. */
static bool closed(int level) {
    return level == CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED || level == CUPTI_PROFILER_CONFIGURATION_DISABLED;
}

/* Why the counters of this device cannot be read, as the result that CUPTI's functions would give later. */
static CUptiResult device_obstacle(const CUpti_Profiler_DeviceSupported_Params *levels) {
    if (!closed(levels->isSupported)) return CUPTI_SUCCESS;
    if (levels->vGpu == CUPTI_PROFILER_CONFIGURATION_DISABLED)
        return CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES;
    if (closed(levels->vGpu)) return CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED;
    if (closed(levels->confidentialCompute)) return CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED;
    if (closed(levels->cmp)) return CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED;
    if (closed(levels->wsl)) return CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED;
    if (closed(levels->sli)) return CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED;
    return CUPTI_ERROR_NOT_SUPPORTED;
}

static bool fail(Counters *counters, CUptiResult result, const char *what, const char **why) {
    *why = cupti_explain(&counters->cupti, counters->arena, result, what);
    return false;
}

static bool load(Counters *counters, const char **why) {
    int version = 0;
    size_t count = 0;
    const char *wanted = getenv("WARPSCHOOL_COUNTERS");
    if (wanted != NULL && strcmp(wanted, "ncu") == 0) {
        *why = "WARPSCHOOL_COUNTERS=ncu leaves the counters to Nsight Compute, which is not on the PATH";
        return false;
    }
    counters->driver->cuDriverGetVersion(&version);
    const char **places = cupti_places(counters->arena, "", version / 1000, &count);
    return cupti_load(&counters->cupti, counters->arena, places, count, why);
}

static bool start(Counters *counters, const char **why) {
    const Cupti *cupti = &counters->cupti;
    CUpti_Profiler_Params initialise = {.structSize = sizeof initialise};
    CUptiResult result = cupti->cuptiProfilerInitialize(&initialise);
    if (result != CUPTI_SUCCESS) return fail(counters, result, "it was initialised", why);
    CUpti_Profiler_DeviceSupported_Params levels = {
        .structSize = CUPTI_SIZE(CUpti_Profiler_DeviceSupported_Params, api),
        .cuDevice = counters->device,
        .api = CUPTI_PROFILER_RANGE_PROFILING,
    };
    result = cupti->cuptiProfilerDeviceSupported(&levels);
    if (result == CUPTI_SUCCESS) result = device_obstacle(&levels);
    if (result != CUPTI_SUCCESS) return fail(counters, result, "the GPU was asked for its counters", why);
    CUpti_Device_GetChipName_Params chip = {.structSize = CUPTI_SIZE(CUpti_Device_GetChipName_Params, pChipName),
                                            .deviceIndex = (size_t)counters->device};
    result = cupti->cuptiDeviceGetChipName(&chip);
    if (result != CUPTI_SUCCESS || chip.pChipName == NULL)
        return fail(counters, result, "the GPU was asked for its name", why);
    counters->chip = arena_string(counters->arena, chip.pChipName);
    return true;
}

bool counters_open(Counters **counters, const CudaDriver *driver, CUcontext context, CUdevice device,
                   const char **why) {
    Arena *arena = arena_new(); /* lives as long as the process: *why lies in it */
    Counters *made = arena_make(arena, Counters);
    *made = (Counters){.arena = arena, .driver = driver, .context = context, .device = device};
    *counters = made;
    return load(made, why) && start(made, why);
}

bool counters_absent(const Counters *counters) {
    return counters->cupti.library == NULL;
}

bool counters_measure(Counters *counters, const CountedLaunch *launch, Metrics *metrics,
                      bool from_events[METRIC_CAPACITY], const char **why) {
    RangeValues range = {0};
    SassTotals totals;
    const char *range_why = NULL, *sass_why = NULL, *rest_why = NULL;
    bool ranged = counters_read_range(counters, launch, 0, RANGE_ALWAYS, &range, &range_why);
    bool sassed = counters_read_sass(counters, launch, &totals, &sass_why);
    bool rested =
        ranged && !sassed && counters_read_range(counters, launch, RANGE_ALWAYS, RANGE_METRIC_COUNT, &range, &rest_why);
    /* the event checks the copies' figures: see counters_parts.h */
    if (ranged && sassed && totals.value[SASS_COPY] > 0)
        counters_read_range(counters, launch, RANGE_GLOBAL_LOAD_SECTORS, RANGE_GLOBAL_LOAD_SECTORS + 1, &range,
                            &rest_why);
    if (!ranged && !sassed) {
        *why = range_why;
        return false;
    }
    if (!sassed && !rested) {
        *why = rest_why;
        return false;
    }
    *why = counters_combine(sassed ? &totals : NULL, &range, metrics, from_events);
    return true;
}

static void counters_close(Counters *counters) {
    CUpti_Profiler_Params finish = {.structSize = sizeof finish};
    counters->cupti.cuptiProfilerDeInitialize(&finish);
}

CountersPermission counters_permission(const CudaDriver *driver, CUcontext context, CUdevice device) {
    Counters *counters;
    CountersPermission permission = {0};
    bool open = counters_open(&counters, driver, context, device, &permission.said);
    if (counters_absent(counters)) return permission;
    uint32_t version = 0;
    counters->cupti.cuptiGetVersion(&version);
    permission.by = arena_printf(counters->arena, "CUPTI (version %u), %s", version, counters->cupti.path);
    if (!open) return permission;
    bool allowed = !cupti_has_ranges(&counters->cupti) || counters_try_range(counters, &permission.said);
    counters_close(counters);
    if (allowed) permission.said = "allowed";
    return permission;
}
