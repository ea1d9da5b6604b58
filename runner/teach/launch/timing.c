/* Which time is shown. A clock tells kernels apart only where the GPU is busy for a while: the sizes that the simulator
 * counts in a moment are too small for that, so that a lesson may give a launch larger ones for the GPU (`gpu` in
 * docs/lesson-format.md). They are launched on the GPU alone; their outputs are judged as any. */
#include "teach/launch/timing.h"

#include "base/text.h"
#include "metric_names.h"

/* An empty kernel takes 0.005 to 0.007 ms between two events on an H200: below that a time is the launch's own. */
static const double least_ms = 0.005;

static const Metric timed_metrics[] = {METRIC_TIME_MS, METRIC_BANDWIDTH_GBPS, METRIC_BANDWIDTH_OF_COPY,
                                       METRIC_THROUGHPUT_GFLOPS};

static const char *why_too_small(const Device *gpu, const DeviceRun *run, Arena *arena) {
    const uint32_t *grid = run->launch.grid;
    uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
    if (blocks < gpu->multiprocessors)
        return arena_printf(arena, "the launch has %llu block%s for the GPU's %u multiprocessors (SMs)",
                            (unsigned long long)blocks, blocks == 1 ? "" : "s", gpu->multiprocessors);
    if (run->result.timing.median_ms < least_ms)
        return "the launch is over in less than 5 microseconds, too short to compare";
    return NULL;
}

void timing_derive(const Device *gpu, const Prepared *prepared, Arena *arena, DeviceRun *run) {
    Result *result = &run->result;
    const Timing *timing = &result->timing;
    if (timing->repetitions == 0 || timing->median_ms <= 0) return;
    const char *why = run->launch.host == HOST_NONE ? why_too_small(gpu, run, arena) : NULL;
    if (why != NULL) {
        result->untimed = why;
        result->timing = (Timing){0};
        result->metrics.known[METRIC_TIME_MS] = false;
        return;
    }
    double ms = timing->median_ms, gbps = (double)prepared->bytes / ms / 1e6;
    metrics_set(&result->metrics, METRIC_TIME_MS, ms);
    if (prepared->bytes > 0) metrics_set(&result->metrics, METRIC_BANDWIDTH_GBPS, gbps);
    if (prepared->bytes > 0 && timing->copy_gbps > 0)
        metrics_set(&result->metrics, METRIC_BANDWIDTH_OF_COPY, gbps / timing->copy_gbps);
    if (prepared->flops > 0)
        metrics_set(&result->metrics, METRIC_THROUGHPUT_GFLOPS, (double)prepared->flops / ms / 1e6);
}

/* ---- other sizes ------------------------------------------------------------------------------------------------- */

bool timing_is_apart(const LaunchJob *job) {
    return job->timed && !job->own && job->spec->gpu != NULL;
}

static ArgSpec *judged_by_kernel(const LaunchSpec *spec, Arena *arena) {
    ArgSpec *args = arena_copy(arena, spec->args, spec->arg_count * sizeof *args, _Alignof(ArgSpec));
    for (size_t i = 0; i < spec->arg_count; i++) {
        if (args[i].reference != REFERENCE_HOST) continue;
        args[i].reference = REFERENCE_KERNEL;
        args[i].reference_name = spec->gpu->reference;
    }
    return args;
}

LaunchJob timing_job(const LaunchJob *job, Arena *arena) {
    const GpuSpec *gpu = job->spec->gpu;
    LaunchSpec *spec = arena_make(arena, LaunchSpec);
    *spec = *job->spec;
    spec->gpu = NULL;
    if (gpu->reference != NULL) spec->args = judged_by_kernel(job->spec, arena);
    /* The last one wins: what a sweep varies stays varied. */
    Binding *overrides = arena_array(arena, Binding, gpu->with_count + job->override_count + 1);
    for (size_t i = 0; i < gpu->with_count; i++) overrides[i] = gpu->with[i];
    for (size_t i = 0; i < job->override_count; i++) overrides[gpu->with_count + i] = job->overrides[i];
    LaunchJob timed = *job;
    timed.spec = spec;
    timed.overrides = overrides;
    timed.override_count = job->override_count + gpu->with_count;
    timed.goal_count = 0;
    timed.step = NULL;
    timed.gpu_alone = true;
    timed.counted = false;
    return timed;
}

static const char *why_not(const LaunchOutcome *timed) {
    const Result *result = &timed->gpu.result;
    if (timed->diags.first != NULL && !timed->ran) return timed->diags.first->message;
    if (result->error != NULL) return result->error;
    return result->finding_count > 0 ? result->findings[0].message : "it did not come to its end";
}

void timing_take(LaunchOutcome *outcome, const LaunchOutcome *timed) {
    Result *result = &outcome->gpu.result;
    outcome->interrupted |= timed->interrupted;
    outcome->timed = &timed->prepared;
    if (!timed->ran || timed->gpu.result.status != RUN_FINISHED) {
        result->untimed = arena_printf(outcome->arena, "with the sizes for a GPU: %s", why_not(timed));
        return;
    }
    if (outcome->gpu.judged.correct) outcome->gpu.judged = timed->gpu.judged;
    result->timing = timed->gpu.result.timing;
    result->untimed = timed->gpu.result.untimed;
    for (size_t i = 0; i < sizeof timed_metrics / sizeof *timed_metrics; i++) {
        Metric metric = timed_metrics[i];
        if (timed->gpu.result.metrics.known[metric])
            metrics_set(&result->metrics, metric, timed->gpu.result.metrics.value[metric]);
    }
}
