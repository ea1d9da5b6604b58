/* A context, its launches, and the errors that CUDA would give for them. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "finding_kinds.h"
#include "sim/context_state.h"

SimContext *sim_context_new(const SimContextSettings *settings) {
    SimContext *context = memory_zeroed(1, sizeof *context);
    context->settings = *settings;
    context->arena = arena_new();
    context->settings.arch = arena_string(context->arena, settings->arch);
    context->memory = sim_memory_new();
    if (settings->region != NULL) sim_memory_use_region(context->memory, settings->region, settings->region_size);
    if (settings->heap != 0) sim_memory_limit_heap(context->memory, settings->heap);
    return context;
}

void sim_context_free(SimContext *context) {
    if (context == NULL) return;
    for (size_t i = 0; i < context->module_count; i++) module_free(context->modules[i]);
    sim_memory_free(context->memory);
    free(context->modules);
    free(context->textures);
    arena_free(context->arena);
    free(context);
}

static Launch request_of(const SimModule *module, const ContextLaunch *launch) {
    const SimContextSettings *settings = &module->context->settings;
    Launch request = {.image = &module->image,
                      .kernel = launch->kernel,
                      .shared_dynamic = launch->shared_dynamic,
                      .shared_optin = launch->shared_optin,
                      .budget = settings->budget,
                      .launch_budget = settings->launch_budget,
                      .memory = settings->memory,
                      .schedule = launch->schedule,
                      .seed = launch->seed,
                      .threads = settings->threads,
                      .skip_races = launch->skip_races,
                      .cooperative = launch->cooperative,
                      .resident_blocks = launch->resident_blocks,
                      .recording = launch->recording,
                      .interrupted = settings->interrupted};
    memcpy(request.grid, launch->grid, sizeof request.grid);
    memcpy(request.block, launch->block, sizeof request.block);
    return request;
}

/* What cooperative groups find where %envreg1 and %envreg2 point (cooperative_groups/details/driver_abi.h): the
 * workspace's size, and the word in which grid.sync() counts blocks. */
static bool make_grid_workspace(SimContext *context) {
    uint32_t words[4] = {sizeof words};
    uint8_t *bytes;
    if (context->grid_workspace == 0) {
        uint64_t address =
            sim_memory_allocate(context->memory, "the grid's barrier", sizeof words, sizeof *words, &bytes);
        if (address == 0) return false;
        sim_memory_is_variable(context->memory, address);
        sim_memory_watch(context->memory, address, true, true);
        context->grid_workspace = address;
    }
    bytes = sim_context_bytes(context, context->grid_workspace, sizeof words);
    memcpy(bytes, words, sizeof words); /* a launch that broke off has left its count there */
    return true;
}

static bool prepare_cooperative(SimContext *context, const ContextLaunch *launch, Arena *arena, Result *result) {
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    if (blocks > launch->resident_blocks) {
        result->status = RUN_REFUSED;
        result->error_code = "cudaErrorCooperativeLaunchTooLarge";
        result->error =
            arena_printf(arena,
                         "a cooperative launch needs room for all its %llu blocks at once, and the GPU has room for "
                         "%llu of them",
                         (unsigned long long)blocks, (unsigned long long)launch->resident_blocks);
        return false;
    }
    if (make_grid_workspace(context)) return true;
    result->status = RUN_UNSUPPORTED;
    result->error = "the simulator has no memory left for the barrier of a cooperative launch";
    return false;
}

void sim_context_launch(SimContext *context, SimModule *module, const ContextLaunch *launch, Arena *arena,
                        Result *result) {
    *result = (Result){.printed = ""};
    if (launch->cooperative && !prepare_cooperative(context, launch, arena, result)) return;
    Launch request = request_of(module, launch);
    launch_run(module, &request, launch->parameters, arena, result);
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

typedef struct CudaError {
    const char *name;
    int code;
} CudaError;

/* Numbers of driver_types.h, CUDA 11 to 13. */
static const CudaError refusals[] = {
    {"cudaErrorInvalidValue", 1},           {"cudaErrorInvalidConfiguration", 9},
    {"cudaErrorInvalidSymbol", 13},         {"cudaErrorInvalidDeviceFunction", 98},
    {"cudaErrorLaunchOutOfResources", 701}, {"cudaErrorCooperativeLaunchTooLarge", 720},
    {"cudaErrorInvalidClusterSize", 912},
};

static CudaError error_of(const Finding *finding) {
    switch (finding->kind) {
    case FINDING_OUT_OF_BOUNDS: return (CudaError){"cudaErrorIllegalAddress", 700};
    case FINDING_MISALIGNED: return (CudaError){"cudaErrorMisalignedAddress", 716};
    case FINDING_BUDGET:
    case FINDING_DEADLOCK: return (CudaError){"cudaErrorLaunchTimeout", 702};
    case FINDING_TRAP:
        if (strstr(finding->message, ": assertion failed: ") != NULL) return (CudaError){"cudaErrorAssert", 710};
        return (CudaError){"cudaErrorLaunchFailure", 719};
    default: return (CudaError){"cudaErrorLaunchFailure", 719};
    }
}

/* The finding that ended a launch: of the kinds that do, the first. */
static const Finding *ending(const Result *result) {
    for (size_t i = 0; i < result->finding_count; i++) {
        const Finding *finding = &result->findings[i];
        bool ends = finding->kind == FINDING_OUT_OF_BOUNDS || finding->kind == FINDING_MISALIGNED ||
                    finding->kind == FINDING_TRAP || finding->kind == FINDING_BUDGET ||
                    finding->kind == FINDING_DEADLOCK || finding->kind == FINDING_BARRIER;
        if (ends && !finding->warning) return finding;
    }
    return NULL;
}

const char *sim_context_error(const Result *result, int *code, bool *sticky) {
    CudaError error = {"cudaSuccess", 0};
    *sticky = false;
    if (result->status == RUN_REFUSED) {
        error = (CudaError){"cudaErrorInvalidValue", 1};
        for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
            if (text_equal(refusals[i].name, result->error_code)) error = refusals[i];
    } else if (result->status == RUN_UNSUPPORTED) {
        error = (CudaError){"cudaErrorNotSupported", 801};
    } else if (result->status == RUN_STOPPED) {
        const Finding *finding = ending(result);
        error = finding != NULL ? error_of(finding) : (CudaError){"cudaErrorLaunchFailure", 719};
        *sticky = true;
    } else if (result->status == RUN_INTERRUPTED) {
        error = (CudaError){"cudaErrorLaunchFailure", 719};
        *sticky = true;
    }
    *code = error.code;
    return error.name;
}
