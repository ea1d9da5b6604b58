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
    free(context->texture_at);
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
                      .recording = launch->recording,
                      .interrupted = settings->interrupted};
    memcpy(request.grid, launch->grid, sizeof request.grid);
    memcpy(request.block, launch->block, sizeof request.block);
    return request;
}

void sim_context_launch(SimContext *context, SimModule *module, const ContextLaunch *launch, Arena *arena,
                        Result *result) {
    (void)context;
    *result = (Result){.printed = ""};
    if (launch->cooperative) {
        result->status = RUN_UNSUPPORTED;
        result->unknown_to_device = true;
        result->error =
            "the simulator does not support cooperative launches (cudaLaunchCooperativeKernel, grid.sync())";
        return;
    }
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
