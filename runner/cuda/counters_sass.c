/* Figures from executed instructions: CUPTI patches the kernel at its first launch, the launch fills in the records,
 * and CUPTI removes the patches afterwards. All metrics are requested at once, because a second configuration is
 * refused. */
#include "cuda/counters_parts.h"

/* Ids of the metrics that this chip has; 0 elsewhere, with known false. */
typedef struct Configured {
    CUpti_SassMetrics_Config configs[SASS_METRIC_COUNT];
    size_t count;
    uint64_t id[SASS_METRIC_COUNT];
    bool known[SASS_METRIC_COUNT];
} Configured;

static bool fail(Counters *counters, CUptiResult result, const char *what, const char **why) {
    *why = cupti_explain(&counters->cupti, counters->arena, result, what);
    return false;
}

static void look_up(Counters *counters, Configured *configured) {
    *configured = (Configured){0};
    for (SassMetric metric = 0; metric < SASS_METRIC_COUNT; metric++) {
        CUpti_SassMetrics_GetProperties_Params params = {
            .structSize = CUPTI_SIZE(CUpti_SassMetrics_GetProperties_Params, metric),
            .pChipName = counters->chip,
            .pMetricName = counters_sass_name[metric],
        };
        if (counters->cupti.cuptiSassMetricsGetProperties(&params) != CUPTI_SUCCESS) continue;
        configured->id[metric] = params.metric.metricId;
        configured->known[metric] = true;
        configured->configs[configured->count++] = (CUpti_SassMetrics_Config){
            .metricId = params.metric.metricId, .outputGranularity = CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU};
    }
}

static SassMetric metric_of(const Configured *configured, uint64_t id) {
    for (SassMetric metric = 0; metric < SASS_METRIC_COUNT; metric++)
        if (configured->known[metric] && configured->id[metric] == id) return metric;
    return SASS_METRIC_COUNT;
}

/* Reads the records of the launch: one row for each metric of each instruction, added up by counters_sass_total. */
static bool take_records(Counters *counters, const Configured *configured, SassTotals *totals, const char **why) {
    CUpti_SassMetricsGetDataProperties_Params size = {
        .structSize = CUPTI_SIZE(CUpti_SassMetricsGetDataProperties_Params, numOfInstances), .ctx = counters->context};
    CUptiResult result = counters->cupti.cuptiSassMetricsGetDataProperties(&size);
    if (result != CUPTI_SUCCESS) return fail(counters, result, "the size of the figures was asked", why);
    size_t count = size.numOfPatchedInstructionRecords, instances = size.numOfInstances;
    if (count == 0 || instances == 0) {
        *why = "CUPTI gave no figures of the kernel's instructions";
        return false;
    }
    Arena *scratch = arena_new();
    CUpti_SassMetrics_Data *rows = arena_array(scratch, CUpti_SassMetrics_Data, count);
    CUpti_SassMetrics_InstanceValue *values = arena_array(scratch, CUpti_SassMetrics_InstanceValue, count * instances);
    SassRecord *records = arena_array(scratch, SassRecord, count * instances);
    for (size_t i = 0; i < count; i++)
        rows[i] = (CUpti_SassMetrics_Data){.structSize = sizeof *rows, .pInstanceValues = values + i * instances};
    CUpti_SassMetricsFlushData_Params flush = {
        .structSize = CUPTI_SIZE(CUpti_SassMetricsFlushData_Params, numOfInstances),
        .ctx = counters->context,
        .numOfPatchedInstructionRecords = count,
        .numOfInstances = instances,
        .pMetricsData = rows,
    };
    result = counters->cupti.cuptiSassMetricsFlushData(&flush);
    size_t kept = 0;
    for (size_t i = 0; result == CUPTI_SUCCESS && i < count * instances; i++) {
        const CUpti_SassMetrics_Data *row = &rows[i / instances];
        SassMetric metric = metric_of(configured, values[i].metricId);
        if (metric == SASS_METRIC_COUNT) continue;
        records[kept++] = (SassRecord){row->cubinCrc, row->functionIndex, row->pcOffset, metric, values[i].value};
    }
    if (result == CUPTI_SUCCESS) counters_sass_total(records, kept, configured->known, totals);
    arena_free(scratch);
    return result == CUPTI_SUCCESS || fail(counters, result, "the figures were read", why);
}

/* One launch with the kernel patched. */
static bool run_patched(Counters *counters, const CountedLaunch *launch, const Configured *configured,
                        SassTotals *totals, const char **why) {
    CUpti_SassMetricsEnable_Params enable = {
        .structSize = CUPTI_SIZE(CUpti_SassMetricsEnable_Params, enableLazyPatching),
        .ctx = counters->context,
        .enableLazyPatching = 1,
    };
    CUptiResult result = counters->cupti.cuptiSassMetricsEnable(&enable);
    if (result != CUPTI_SUCCESS) return fail(counters, result, "the kernel was prepared", why);
    CUresult error = launch->launch(launch->closure);
    if (error == CUDA_SUCCESS) error = counters->driver->cuCtxSynchronize();
    if (error != CUDA_SUCCESS) { /* the context is gone: nothing more may be called */
        *why = arena_printf(counters->arena, "the kernel failed with %s while it was counted",
                            driver_error_name(counters->driver, error));
        return false;
    }
    bool taken = take_records(counters, configured, totals, why);
    CUpti_SassMetricsDisable_Params disable = {
        .structSize = CUPTI_SIZE(CUpti_SassMetricsDisable_Params, numOfDroppedRecords), .ctx = counters->context};
    counters->cupti.cuptiSassMetricsDisable(&disable);
    return taken;
}

bool counters_read_sass(Counters *counters, const CountedLaunch *launch, SassTotals *totals, const char **why) {
    if (!cupti_has_sass(&counters->cupti) || counters->sass_spent) {
        *why = "CUPTI gives figures of instructions once in a process, since CUDA 12.4";
        return false;
    }
    Configured configured;
    look_up(counters, &configured);
    CUresult error = configured.count > 0 ? launch->restore(launch->closure) : CUDA_SUCCESS;
    if (configured.count == 0 || error != CUDA_SUCCESS) {
        *why = error != CUDA_SUCCESS ? "the buffers could not be restored" : "CUPTI knows no such metrics for this GPU";
        return false;
    }
    counters->sass_spent = true;
    CUpti_SassMetricsSetConfig_Params config = {
        .structSize = CUPTI_SIZE(CUpti_SassMetricsSetConfig_Params, deviceIndex),
        .numOfMetricConfig = configured.count,
        .pConfigs = configured.configs,
        .deviceIndex = (uint32_t)counters->device,
    };
    CUptiResult result = counters->cupti.cuptiSassMetricsSetConfig(&config);
    if (result != CUPTI_SUCCESS) return fail(counters, result, "the metrics were chosen", why);
    bool read = run_patched(counters, launch, &configured, totals, why);
    CUpti_SassMetricsUnsetConfig_Params unset = {.structSize =
                                                     CUPTI_SIZE(CUpti_SassMetricsUnsetConfig_Params, deviceIndex),
                                                 .deviceIndex = (uint32_t)counters->device};
    counters->cupti.cuptiSassMetricsUnsetConfig(&unset);
    return read;
}
