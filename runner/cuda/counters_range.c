/* The hardware's own counters. CUPTI sets up as many as fit, the launch is repeated until all were read (a pass
 * each), and every pass has one launch: an automatic range is one kernel. */
#include "cuda/counters_parts.h"

typedef struct Ranges {
    Counters *counters;
    CUpti_Profiler_Host_Object *host;
    CUpti_RangeProfiler_Object *profiler;
    const char *names[RANGE_METRIC_COUNT];
    RangeMetric metrics[RANGE_METRIC_COUNT];
    size_t count;
    uint8_t *config, *image; /* the configuration of what is counted, and the counts */
    size_t config_size, image_size;
    Arena *scratch;
} Ranges;

static bool fail(const Ranges *ranges, CUptiResult result, const char *what, const char **why) {
    *why = cupti_explain(&ranges->counters->cupti, ranges->counters->arena, result, what);
    return false;
}

/* The metric's name on this chip, or NULL. */
static const char *spelling(const Ranges *ranges, RangeMetric metric) {
    for (size_t i = 0; i < RANGE_SPELLINGS && counters_range_name[metric][i] != NULL; i++) {
        CUpti_Profiler_Host_GetMetricProperties_Params params = {
            .structSize = CUPTI_SIZE(CUpti_Profiler_Host_GetMetricProperties_Params, metricType),
            .pHostObject = ranges->host,
            .pMetricName = counters_range_name[metric][i],
        };
        if (ranges->counters->cupti.cuptiProfilerHostGetMetricProperties(&params) == CUPTI_SUCCESS)
            return counters_range_name[metric][i];
    }
    return NULL;
}

static bool choose_metrics(Ranges *ranges, RangeMetric first, RangeMetric end, const char **why) {
    const Cupti *cupti = &ranges->counters->cupti;
    for (RangeMetric metric = first; metric < end; metric++) {
        const char *name = spelling(ranges, metric);
        if (name == NULL) continue;
        ranges->names[ranges->count] = name;
        ranges->metrics[ranges->count++] = metric;
    }
    CUpti_Profiler_Host_ConfigAddMetrics_Params add = {
        .structSize = CUPTI_SIZE(CUpti_Profiler_Host_ConfigAddMetrics_Params, numMetrics),
        .pHostObject = ranges->host,
        .ppMetricNames = ranges->names,
        .numMetrics = ranges->count,
    };
    CUptiResult result = ranges->count > 0 ? cupti->cuptiProfilerHostConfigAddMetrics(&add) : CUPTI_ERROR_NOT_SUPPORTED;
    if (result != CUPTI_SUCCESS) return fail(ranges, result, "the counters were chosen", why);
    CUpti_Profiler_Host_GetConfigImageSize_Params size = {
        .structSize = CUPTI_SIZE(CUpti_Profiler_Host_GetConfigImageSize_Params, configImageSize),
        .pHostObject = ranges->host};
    result = cupti->cuptiProfilerHostGetConfigImageSize(&size);
    if (result != CUPTI_SUCCESS) return fail(ranges, result, "the counters were chosen", why);
    ranges->config_size = size.configImageSize;
    ranges->config = arena_alloc(ranges->scratch, ranges->config_size, 16);
    CUpti_Profiler_Host_GetConfigImage_Params image = {
        .structSize = CUPTI_SIZE(CUpti_Profiler_Host_GetConfigImage_Params, pConfigImage),
        .pHostObject = ranges->host,
        .configImageSize = ranges->config_size,
        .pConfigImage = ranges->config,
    };
    result = cupti->cuptiProfilerHostGetConfigImage(&image);
    return result == CUPTI_SUCCESS || fail(ranges, result, "the counters were chosen", why);
}

static bool open_profiler(Ranges *ranges, const char **why) {
    CUpti_RangeProfiler_Enable_Params enable = {.structSize =
                                                    CUPTI_SIZE(CUpti_RangeProfiler_Enable_Params, pRangeProfilerObject),
                                                .ctx = ranges->counters->context};
    CUptiResult result = ranges->counters->cupti.cuptiRangeProfilerEnable(&enable);
    if (result != CUPTI_SUCCESS) return fail(ranges, result, "the profiler was started", why);
    ranges->profiler = enable.pRangeProfilerObject;
    return true;
}

static bool make_image(Ranges *ranges, const char **why) {
    const Cupti *cupti = &ranges->counters->cupti;
    CUpti_RangeProfiler_GetCounterDataSize_Params size = {
        .structSize = CUPTI_SIZE(CUpti_RangeProfiler_GetCounterDataSize_Params, counterDataSize),
        .pRangeProfilerObject = ranges->profiler,
        .pMetricNames = ranges->names,
        .numMetrics = ranges->count,
        .maxNumOfRanges = 1,
        .maxNumRangeTreeNodes = 1,
    };
    CUptiResult result = cupti->cuptiRangeProfilerGetCounterDataSize(&size);
    if (result != CUPTI_SUCCESS) return fail(ranges, result, "room for the counters was made", why);
    ranges->image_size = size.counterDataSize;
    ranges->image = arena_alloc(ranges->scratch, ranges->image_size, 16);
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params image = {
        .structSize = CUPTI_SIZE(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, pCounterData),
        .pRangeProfilerObject = ranges->profiler,
        .counterDataSize = ranges->image_size,
        .pCounterData = ranges->image,
    };
    result = cupti->cuptiRangeProfilerCounterDataImageInitialize(&image);
    if (result != CUPTI_SUCCESS) return fail(ranges, result, "room for the counters was made", why);
    CUpti_RangeProfiler_SetConfig_Params config = {
        .structSize = CUPTI_SIZE(CUpti_RangeProfiler_SetConfig_Params, targetNestingLevel),
        .pRangeProfilerObject = ranges->profiler,
        .configSize = ranges->config_size,
        .pConfig = ranges->config,
        .counterDataImageSize = ranges->image_size,
        .pCounterDataImage = ranges->image,
        .range = CUPTI_AutoRange,
        .replayMode = CUPTI_UserReplay,
        .maxRangesPerPass = 1,
        .numNestingLevels = 1,
        .minNestingLevel = 1,
        .targetNestingLevel = 1,
    };
    result = cupti->cuptiRangeProfilerSetConfig(&config);
    return result == CUPTI_SUCCESS || fail(ranges, result, "the counters were set up", why);
}

/* One pass. The buffers are restored before the range begins, because clearing one is a kernel, too. */
static bool run_pass(Ranges *ranges, const CountedLaunch *launch, bool *last, const char **why) {
    const Counters *counters = ranges->counters;
    CUresult error = launch->restore(launch->closure);
    if (error == CUDA_SUCCESS) {
        CUpti_RangeProfiler_Params start = {.structSize = sizeof start, .pRangeProfilerObject = ranges->profiler};
        CUptiResult result = counters->cupti.cuptiRangeProfilerStart(&start);
        if (result != CUPTI_SUCCESS) return fail(ranges, result, "counting began", why);
        error = launch->launch(launch->closure);
        if (error == CUDA_SUCCESS) error = counters->driver->cuCtxSynchronize();
    }
    if (error != CUDA_SUCCESS) { /* the context is gone: nothing more may be called */
        *why = arena_printf(counters->arena, "the kernel failed with %s while it was counted",
                            driver_error_name(counters->driver, error));
        ranges->profiler = NULL;
        return false;
    }
    CUpti_RangeProfiler_Stop_Params stop = {.structSize =
                                                CUPTI_SIZE(CUpti_RangeProfiler_Stop_Params, isAllPassSubmitted),
                                            .pRangeProfilerObject = ranges->profiler};
    CUptiResult result = counters->cupti.cuptiRangeProfilerStop(&stop);
    *last = stop.isAllPassSubmitted;
    return result == CUPTI_SUCCESS || fail(ranges, result, "counting ended", why);
}

static bool evaluate(Ranges *ranges, RangeValues *values, const char **why) {
    const Cupti *cupti = &ranges->counters->cupti;
    CUpti_RangeProfiler_DecodeData_Params decode = {.structSize = CUPTI_SIZE(CUpti_RangeProfiler_DecodeData_Params,
                                                                             numOfRangeDropped),
                                                    .pRangeProfilerObject = ranges->profiler};
    CUptiResult result = cupti->cuptiRangeProfilerDecodeData(&decode);
    if (result != CUPTI_SUCCESS) return fail(ranges, result, "the counters were read", why);
    CUpti_RangeProfiler_GetCounterDataInfo_Params info = {
        .structSize = CUPTI_SIZE(CUpti_RangeProfiler_GetCounterDataInfo_Params, numTotalRanges),
        .pCounterDataImage = ranges->image,
        .counterDataImageSize = ranges->image_size,
    };
    result = cupti->cuptiRangeProfilerGetCounterDataInfo(&info);
    if (result != CUPTI_SUCCESS || info.numTotalRanges != 1 || decode.numOfRangeDropped > 0) {
        *why = "the launch was not one kernel: only a single kernel can be counted";
        return false;
    }
    double numbers[RANGE_METRIC_COUNT] = {0};
    CUpti_Profiler_Host_EvaluateToGpuValues_Params params = {
        .structSize = CUPTI_SIZE(CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues),
        .pHostObject = ranges->host,
        .pCounterDataImage = ranges->image,
        .counterDataImageSize = ranges->image_size,
        .ppMetricNames = ranges->names,
        .numMetrics = ranges->count,
        .pMetricValues = numbers,
    };
    result = cupti->cuptiProfilerHostEvaluateToGpuValues(&params);
    if (result != CUPTI_SUCCESS) return fail(ranges, result, "the counters were added up", why);
    for (size_t i = 0; i < ranges->count; i++) {
        values->known[ranges->metrics[i]] = true;
        values->value[ranges->metrics[i]] = numbers[i];
    }
    return true;
}

static bool set_up(Ranges *ranges, Counters *counters, RangeMetric first, RangeMetric end, const char **why) {
    *ranges = (Ranges){.counters = counters};
    if (!cupti_has_ranges(&counters->cupti)) {
        *why = "this CUPTI is older than that of CUDA 12.6 and cannot read the hardware's counters";
        return false;
    }
    CUpti_Profiler_Host_Initialize_Params host = {
        .structSize = CUPTI_SIZE(CUpti_Profiler_Host_Initialize_Params, pHostObject),
        .profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER,
        .pChipName = counters->chip,
    };
    CUptiResult result = counters->cupti.cuptiProfilerHostInitialize(&host);
    if (result != CUPTI_SUCCESS) return fail(ranges, result, "the counters of this GPU were looked up", why);
    ranges->host = host.pHostObject;
    ranges->scratch = arena_new();
    return choose_metrics(ranges, first, end, why) && open_profiler(ranges, why) && make_image(ranges, why);
}

static void take_down(Ranges *ranges) {
    const Cupti *cupti = &ranges->counters->cupti;
    CUpti_RangeProfiler_Params disable = {.structSize = sizeof disable, .pRangeProfilerObject = ranges->profiler};
    if (ranges->profiler != NULL) cupti->cuptiRangeProfilerDisable(&disable);
    CUpti_Profiler_Host_Deinitialize_Params done = {.structSize = sizeof done, .pHostObject = ranges->host};
    if (ranges->host != NULL) cupti->cuptiProfilerHostDeinitialize(&done);
    arena_free(ranges->scratch);
}

static bool run_passes(Ranges *ranges, const CountedLaunch *launch, const char **why) {
    enum { PASSES = 64 }; /* more than any selection of these needs: 7 for all of them on an H200 */
    bool last = false;
    for (int pass = 0; pass < PASSES && !last; pass++)
        if (!run_pass(ranges, launch, &last, why)) return false;
    return true;
}

bool counters_read_range(Counters *counters, const CountedLaunch *launch, RangeMetric first, RangeMetric end,
                         RangeValues *values, const char **why) {
    Ranges ranges;
    bool read = set_up(&ranges, counters, first, end, why) && run_passes(&ranges, launch, why) &&
                evaluate(&ranges, values, why);
    take_down(&ranges);
    return read;
}

static CUresult nothing(void *closure) {
    (void)closure;
    return CUDA_SUCCESS;
}

bool counters_try_range(Counters *counters, const char **why) {
    const CountedLaunch idle = {.restore = nothing, .launch = nothing};
    Ranges ranges;
    bool last, works = set_up(&ranges, counters, RANGE_WARPS_ACTIVE, RANGE_WARPS_ACTIVE + 1, why) &&
                       run_pass(&ranges, &idle, &last, why);
    take_down(&ranges);
    return works;
}
