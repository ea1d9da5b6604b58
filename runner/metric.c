#include "metric_names.h"

#include <string.h>

const MetricInfo metric_info[METRIC_COUNT] = {
#define PARTS(...) {__VA_ARGS__}, sizeof((const Metric[]){__VA_ARGS__}) / sizeof(Metric)
#define NO_PARTS {0}, 0
#define METRIC(metric, name, unit, kind, per_line, unasked, source, family, parts, nsight, meaning)                    \
    [metric] = {name, unit, kind, per_line, unasked, source, family, parts, nsight, meaning},
#include "metric.def"
#undef METRIC
#undef NO_PARTS
#undef PARTS
};

const Metric metric_count = METRIC_COUNT;
_Static_assert((int)METRIC_COUNT <= (int)METRIC_CAPACITY, "METRIC_CAPACITY has to grow");

const char *const limiter_name[LIMITER_COUNT] = {
    [LIMITER_NONE] = "warps",    [LIMITER_REGISTERS] = "registers", [LIMITER_SHARED] = "shared",
    [LIMITER_BLOCKS] = "blocks", [LIMITER_BARRIERS] = "barriers",
};

Metric metric_find(const char *name) {
    for (Metric metric = 0; metric < METRIC_COUNT; metric++)
        if (strcmp(metric_info[metric].name, name) == 0) return metric;
    return METRIC_NONE;
}

bool metric_needs_gpu(Metric metric) {
    const MetricInfo *info = &metric_info[metric];
    switch (info->source) {
    case METRIC_SOURCE_GPU_CLOCK:
    case METRIC_SOURCE_GPU_DRIVER:
    case METRIC_SOURCE_GPU_COUNTER: return true;
    case METRIC_SOURCE_SUM:
    case METRIC_SOURCE_RATIO: return metric_needs_gpu(info->part[0]);
    default: return false;
    }
}

bool metric_needs_assembler(Metric metric) {
    return metric_info[metric].source == METRIC_SOURCE_ASSEMBLER || metric == METRIC_ASSEMBLED_BRANCH_EXECUTED ||
           metric == METRIC_ASSEMBLED_BRANCH_DIVERGENT;
}

void metrics_set(Metrics *metrics, Metric metric, double value) {
    metrics->value[metric] = value;
    metrics->known[metric] = true;
}

static bool parts_are_known(const Metrics *metrics, const MetricInfo *info) {
    for (size_t i = 0; i < info->part_count; i++)
        if (!metrics->known[info->part[i]]) return false;
    return true;
}

static void derive_sum(Metrics *metrics, Metric sum) {
    const MetricInfo *info = &metric_info[sum];
    double value = 0;
    for (size_t i = 0; i < info->part_count; i++) value += metrics->value[info->part[i]];
    metrics_set(metrics, sum, value);
}

static void derive_ratio(Metrics *metrics, Metric ratio) {
    const Metric *part = metric_info[ratio].part;
    double whole = metrics->value[part[1]];
    if (whole != 0) metrics_set(metrics, ratio, metrics->value[part[0]] / whole);
}

void metrics_derive(Metrics *metrics) {
    for (Metric metric = 0; metric < METRIC_COUNT; metric++) {
        const MetricInfo *info = &metric_info[metric];
        if (info->source == METRIC_SOURCE_SUM && parts_are_known(metrics, info)) derive_sum(metrics, metric);
        if (info->source == METRIC_SOURCE_RATIO && parts_are_known(metrics, info)) derive_ratio(metrics, metric);
    }
}

bool metric_adds_up(Metric metric) {
    const MetricInfo *info = &metric_info[metric];
    return info->kind == METRIC_KIND_COUNT &&
           (info->source == METRIC_SOURCE_COUNTED || info->source == METRIC_SOURCE_SIMULATED);
}

void metrics_add(Metrics *sum, const Metrics *more, bool first) {
    for (Metric metric = 0; metric < metric_count; metric++) {
        if (!more->known[metric]) continue;
        double value = more->value[metric];
        bool both = !first && sum->known[metric];
        if (both && metric_adds_up(metric)) value += sum->value[metric];
        if (both && metric_info[metric].kind == METRIC_KIND_MAXIMUM && sum->value[metric] > value)
            value = sum->value[metric];
        metrics_set(sum, metric, value);
    }
    metrics_derive(sum);
}
