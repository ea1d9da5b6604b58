/* The program with a GPU that is made up, so that what it shows and decides beside one is tested everywhere.
 *
 * The "GPU" is the simulator once more, without its counts and findings, with a clock that always says the same and
 * with counters that agree with what the assembler leaves. FAKE_GPU holds words that make it misbehave: none (there is
 * no GPU), old and new (an architecture from before and after what the compiler knows), sm_80, forbidden (its counters
 * cannot be read), noisy (they see more passes), wrong (it changes an output's first element), bits (only its last
 * bit), illegal (an illegal address ends it), endless, lost, refuses. */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "finding_kinds.h"
#include "metric_names.h"
#include "shell/command_line.h"

static bool told(const char *word) {
    const char *words = getenv("FAKE_GPU");
    size_t size = strlen(word);
    for (const char *at = words; at != NULL && (at = strstr(at, word)) != NULL; at += size)
        if ((at == words || at[-1] == ' ') && (at[size] == ' ' || at[size] == '\0')) return true;
    return false;
}

static void stop(Result *result, Arena *arena, FindingKind kind, const char *message) {
    Finding *finding = arena_make(arena, Finding);
    *finding = (Finding){.kind = kind, .message = message, .count = 1};
    *result = (Result){.status = RUN_STOPPED, .findings = finding, .finding_count = 1, .printed = ""};
}

static void spoil(const Launch *launch, unsigned char bits) {
    for (size_t b = 0; b < launch->buffer_count; b++)
        if (launch->buffers[b].output) ((unsigned char *)launch->buffers[b].bytes)[0] ^= bits;
}

static void count(const Metrics *simulated, Arena *arena, Result *result) {
    Metrics *metrics = &result->metrics;
    for (Metric metric = 0; metric < metric_count; metric++) {
        const char *name = metric_info[metric].name;
        if (!text_starts(name, "gpu.")) continue;
        Metric written = metric_find(name + 4), assembled = metric_find(arena_printf(arena, "assembled.%s", name + 4));
        Metric source = assembled != METRIC_NONE && simulated->known[assembled] ? assembled : written;
        if (source == METRIC_NONE || !simulated->known[source]) continue;
        double extra = told("noisy") && (text_ends(name, ".wavefronts") || text_ends(name, ".conflicts")) ? 3 : 0;
        metrics_set(metrics, metric, simulated->value[source] + extra);
        result->from_events[metric] = extra > 0;
    }
}

static void measure(const Launch *launch, const Metrics *simulated, Arena *arena, Result *result) {
    if (launch->timed) {
        double ms = 0.001 * (1 + (double)launch->grid[0]);
        result->timing =
            (Timing){.repetitions = 20, .median_ms = ms, .low_ms = 0.95 * ms, .high_ms = 1.1 * ms, .copy_gbps = 1000};
        metrics_set(&result->metrics, METRIC_TIME_MS, ms);
    }
    if (launch->host != HOST_NONE) metrics_set(&result->metrics, METRIC_HOST_TOTAL_MS, 8.0 / launch->chunks);
    if (launch->counted && told("forbidden"))
        result->uncounted = "only the administrator may read them (ERR_NVGPUCTRPERM)";
    else if (launch->counted)
        count(simulated, arena, result);
}

static void pretend(Device *device, const Launch *launch, Arena *arena, Result *result) {
    Device *sim = device->state;
    if (told("lost")) {
        *result = (Result){.status = RUN_UNSUPPORTED, .error = "the GPU is gone: it fell off the bus", .printed = ""};
    } else if (told("refuses")) {
        *result = (Result){.status = RUN_REFUSED,
                           .error = "the block needs more shared memory than this GPU has",
                           .error_code = "cudaErrorInvalidValue",
                           .printed = ""};
    } else if (told("illegal")) {
        stop(result, arena, FINDING_OUT_OF_BOUNDS, "a thread used an illegal address");
    } else if (told("endless")) {
        stop(result, arena, FINDING_BUDGET, "the kernel ran for 10 seconds and was ended");
    } else {
        Result simulated;
        sim->run(sim, launch, arena, &simulated);
        *result = (Result){.status = simulated.status,
                           .error = simulated.error,
                           .error_code = simulated.error_code,
                           .printed = simulated.printed};
        if (simulated.status != RUN_FINISHED) return;
        metrics_derive(&simulated.metrics);
        measure(launch, &simulated.metrics, arena, result);
        if (told("wrong")) spoil(launch, 0x55);
        if (told("bits")) spoil(launch, 1);
    }
}

static void run(Device *device, const Launch *launch, Arena *arena, Result *result) {
    pretend(device, launch, arena, result);
    launch_metrics(launch, &result->metrics);
}

static void close_fake(Device *device) {
    Device *sim = device->state;
    sim->close(sim);
    free(device);
}

static const char *arch(void) {
    return told("old") ? "sm_20" : told("new") ? "sm_999" : told("sm_80") ? "sm_80" : "sm_90";
}

static Device *open_fake(const GpuPlace *place, Arena *arena, const char **why) {
    (void)place;
    if (told("none")) return *why = arena_string(arena, "there is no NVIDIA driver on this machine"), NULL;
    Device *device = calloc(1, sizeof *device);
    *device = (Device){.name = "gpu",
                       .about = "Make-Believe GPU",
                       .arch = arch(),
                       .multiprocessors = 4,
                       .run = run,
                       .close = close_fake,
                       .state = device_open_sim()};
    return device;
}

static void survey_fake(const GpuPlace *place, Arena *arena, GpuSurvey *survey) {
    (void)place;
    GpuInfo *gpu = arena_make(arena, GpuInfo);
    *gpu = (GpuInfo){.name = "Make-Believe GPU",
                     .arch = arch(),
                     .multiprocessors = 132,
                     .memory = (uint64_t)139 << 30,
                     .shared_per_block = 48 << 10,
                     .shared_per_block_optin = 227 << 10,
                     .registers_per_block = 65536,
                     .clock_khz = 1980000,
                     .memory_clock_khz = 2619000,
                     .memory_bus_bits = 6144,
                     .l2 = 60 << 20};
    *survey = (GpuSurvey){.driver_path = "/usr/lib/libcuda.so.1",
                          .cuda_version = 13000,
                          .gpus = gpu,
                          .count = 1,
                          .counters = told("forbidden") ? "only the administrator may read them (ERR_NVGPUCTRPERM)"
                                                        : "allowed"};
    if (told("none"))
        *survey =
            (GpuSurvey){.problem = "there is no NVIDIA driver on this machine", .remedy = "install the NVIDIA driver"};
}

int main(int argc, char **argv) {
    static const GpuSource fake = {open_fake, survey_fake};
    return command_line_main(argc, argv, &command_table, &fake);
}
