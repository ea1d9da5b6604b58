/* Launches: what a kernel did is added to its row of the report. */
#include <stdio.h>
#include <string.h>

#include "arch.h"
#include "finding_kinds.h"
#include "metric_names.h"
#include "program/server.h"
#include "ptx/mangle.h"

enum { FINDINGS_OF_KERNEL = 50 };

static ProgramKernel *row_of(Server *server, ServerFunction *function) {
    if (function->kernel == 0) {
        ProgramKernel row = {.symbol = function->symbol, .name = ptx_source_name(server->arena, function->symbol)};
        vec_push(server->arena, &server->report->kernels, row);
        function->kernel = server->report->kernels.count;
    }
    return &server->report->kernels.at[function->kernel - 1];
}

static void add_line(Server *server, ProgramKernel *row, const LineCounts *line) {
    LineCounts *known = NULL;
    for (size_t i = 0; known == NULL && i < row->lines.count; i++) {
        LineCounts *there = &row->lines.at[i];
        if (there->loc.line == line->loc.line && text_equal(there->loc.file, line->loc.file)) known = there;
    }
    if (known == NULL) {
        LineCounts copy = *line;
        copy.loc.file = line->loc.file != NULL ? arena_string(server->arena, line->loc.file) : NULL;
        vec_push(server->arena, &row->lines, copy);
        return;
    }
    program_add_line(known, line);
}

static void note_stream(Server *server, uint64_t stream) {
    if (stream <= 2) return; /* the default stream and its names */
    for (size_t i = 0; i < server->streams.count; i++)
        if (server->streams.at[i] == stream) return;
    vec_push(server->arena, &server->streams, stream);
    server->report->seen.streams++;
}

static bool same_finding(const Finding *a, const Finding *b) {
    return a->kind == b->kind && a->warning == b->warning && a->loc.line == b->loc.line &&
           a->other.line == b->other.line && text_equal(a->loc.file, b->loc.file);
}

/* A copy of a finding whose texts live as long as the report. */
static Finding kept(Arena *arena, const Finding *finding) {
    Finding copy = *finding;
    copy.message = arena_string(arena, finding->message);
    copy.loc.file = arena_string(arena, finding->loc.file);
    copy.other.file = arena_string(arena, finding->other.file);
    copy.race = NULL;
    return copy;
}

static const char waits_for_host[] =
    ". A launch runs to its end here before the host goes on: a kernel that waits for what host code writes after the "
    "launch ends on a GPU and is not supported here; let the host write first, or launch once for each step";

/* shared: the kernel was given memory that the host may write, too. */
static void add_finding(Server *server, ProgramKernel *row, const Finding *finding, const HostSite *site, bool shared) {
    for (size_t i = 0; i < row->findings.count; i++) {
        Finding *known = &row->findings.at[i].finding;
        if (!same_finding(known, finding)) continue;
        known->count += finding->count;
        return;
    }
    if (row->findings.count == FINDINGS_OF_KERNEL) return;
    DeviceFinding added = {.finding = kept(server->arena, finding), .launch = *site};
    bool endless = finding->kind == FINDING_DEADLOCK || finding->kind == FINDING_BUDGET;
    if (endless && shared && !finding->warning)
        added.finding.message = arena_printf(server->arena, "%s%s", added.finding.message, waits_for_host);
    const ServerMemory *memory = server_named_memory(server, finding->message);
    if (memory != NULL) added.memory = memory->allocated;
    vec_push(server->arena, &row->findings, added);
}

/* ---- host pointers ----------------------------------------------------------------------------------------------- */

/* Whether the program has memory of its own at that address. */
static bool program_maps(const Server *server, uint64_t address) {
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%ld/maps", (long)server->process);
    FILE *maps = fopen(path, "re");
    bool found = false;
    while (maps != NULL && !found && fgets(line, sizeof line, maps) != NULL) {
        unsigned long long begin, end;
        found = sscanf(line, "%llx-%llx", &begin, &end) == 2 && address >= begin && address < end;
    }
    if (maps != NULL) fclose(maps);
    return found;
}

static void look_for_host_pointers(Served *served, const ProgramKernel *row, const SimKernel *kernel,
                                   const uint8_t *block) {
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        uint64_t value;
        if (kernel->parameters[i].size != sizeof value) continue;
        memcpy(&value, block + kernel->parameters[i].offset, sizeof value);
        if (server_is_device(value) || value < PROGRAM_PAGE || !program_maps(served->server, value)) continue;
        host_finding(
            served->server, HOST_POINTER, false, &served->site, NULL,
            "parameter %zu of `%s` is host memory (0x%llx), which a kernel cannot reach: copy it to memory from "
            "cudaMalloc and pass that",
            i + 1, row->name, (unsigned long long)value);
    }
}

/* A launch's function, decoded. */
typedef struct LaunchedFunction {
    ServerFunction *function;
    SimModule *module;
    const SimKernel *kernel;
} LaunchedFunction;

static void tell_range(Served *served, uint64_t address, uint64_t size, bool read) {
    uint64_t range[PROGRAM_RANGE_WORDS] = {address, size, read};
    text_add_n(&served->answer, (const char *)range, sizeof range);
    if (!read) server_look_begins(served->server, address, size);
}

/* Allocations of both sides that a parameter points into: the kernel works on them until the host waits. */
static void tell_shared(Served *served, const SimKernel *kernel, const uint8_t *block) {
    for (size_t i = 0; i < kernel->parameter_count; i++)
        for (uint32_t at = 0; at + 8 <= kernel->parameters[i].size; at += 8) {
            uint64_t value;
            memcpy(&value, block + kernel->parameters[i].offset + at, sizeof value);
            const ServerMemory *memory = server_find_memory(served->server, value);
            if (memory == NULL || memory->released || memory->kind == PROGRAM_DEVICE) continue;
            tell_range(served, memory->address, memory->size, false);
        }
}

/* The same of __managed__ variables that the kernel names. */
static void tell_managed(Served *served, const LaunchedFunction *launched) {
    for (size_t i = 0; i < served->server->symbols.count; i++) {
        const ServerSymbol *symbol = &served->server->symbols.at[i];
        if (!symbol->managed || symbol->module != launched->function->module) continue;
        SimVariableUse use = sim_kernel_variable_use(launched->module, launched->kernel, symbol->name);
        uint64_t size = 0, address = sim_module_variable(launched->module, symbol->name, &size);
        if (use != SIM_VARIABLE_UNUSED && address != 0) tell_range(served, address, size, use == SIM_VARIABLE_READ);
    }
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

/* The runtime's own refusal, or an error that a synchronisation will show. */
static void conclude(Served *served, ProgramKernel *row, const Result *result) {
    Server *server = served->server;
    int code = 0;
    bool sticky = false;
    sim_context_error(result, &code, &sticky);
    /* CUDA 13 answers with the driver's error, which does not tell a wrong configuration from another value */
    if (code == cudaErrorInvalidConfiguration && server->major >= 13) code = cudaErrorInvalidValue;
    if (result->status == RUN_UNSUPPORTED) {
        row->problem = arena_string(server->arena, result->error);
        host_finding(server, HOST_UNSUPPORTED, false, &served->site, NULL, "`%s` was not run: %s", row->name,
                     result->error);
        served_fail(served, code != 0 ? code : cudaErrorNotSupported);
    } else if (result->status == RUN_REFUSED) {
        row->refused++;
        host_finding(server, HOST_LAUNCH, false, &served->site, NULL, "`%s` was not launched: %s (%s)", row->name,
                     result->error, cuda_error_name(code));
        served_fail(served, code != 0 ? code : cudaErrorInvalidValue);
    } else if (code != 0) {
        server->pending = code;
        server->pending_at = served->site;
    }
}

static void add_result(Served *served, ProgramKernel *row, const ProgramLaunch *how, const Result *result) {
    Server *server = served->server;
    bool first = row->launches == 0;
    row->shapes |= !first && (memcmp(row->grid, how->grid, sizeof how->grid) != 0 ||
                              memcmp(row->block, how->block, sizeof how->block) != 0);
    memcpy(row->grid, how->grid, sizeof how->grid);
    memcpy(row->block, how->block, sizeof how->block);
    row->launches++;
    metrics_add(&row->metrics, &result->metrics, first);
    for (size_t i = 0; i < result->line_count; i++) add_line(server, row, &result->lines[i]);
    server->report->seen.launches++;
    int64_t stored = (int64_t)result->metrics.value[METRIC_GLOBAL_STORE_BYTES];
    if (stored > server->report->seen.largest_stored) server->report->seen.largest_stored = stored;
    note_stream(server, how->stream);
    server_order_work(server, how->stream, false);
    bool shared = served->answer.size > 0; /* it names memory of both sides */
    for (size_t i = 0; i < result->finding_count; i++)
        add_finding(server, row, &result->findings[i], &served->site, shared);
    if (result->printed == NULL || server->printed.size >= SERVER_PRINTED) return;
    if (server->printed.size == 0) server->printed_at = served->site;
    text_add(&server->printed, result->printed);
}

/* The blocks that the GPU has room for at once. */
static uint64_t resident_blocks(const Server *server, const SimKernel *kernel, const ProgramLaunch *how) {
    uint64_t threads = (uint64_t)how->block[0] * how->block[1];
    bool runs = threads > 0 && threads <= ARCH_THREADS_PER_BLOCK && how->block[2] > 0 &&
                threads * how->block[2] <= ARCH_THREADS_PER_BLOCK;
    if (!runs) return UINT64_MAX; /* it is not for want of room that such a block is refused */
    return server_blocks_per_multiprocessor(server, kernel, threads * how->block[2], how->shared_dynamic) *
           (uint64_t)server->job->gpu->multiprocessors;
}

static bool has_bad_access(const Result *result) {
    return result_findings(result, FINDING_OUT_OF_BOUNDS) > 0;
}

static void run(Served *served, const ProgramLaunch *how, const LaunchedFunction *launched, const uint8_t *block) {
    Server *server = served->server;
    ServerFunction *function = launched->function;
    const SimKernel *kernel = launched->kernel;
    if (how->parameter_bytes != kernel->parameter_bytes) {
        served_fail(served, cudaErrorInvalidValue);
        return;
    }
    ContextLaunch launch = {.kernel = function->symbol,
                            .shared_dynamic = how->shared_dynamic,
                            .shared_optin = function->optin != 0 && how->shared_dynamic <= function->optin,
                            .parameters = block,
                            .cooperative = how->cooperative != 0,
                            .schedule = server->job->schedule,
                            .seed = server->job->seed};
    memcpy(launch.grid, how->grid, sizeof launch.grid);
    memcpy(launch.block, how->block, sizeof launch.block);
    launch.resident_blocks = resident_blocks(server, kernel, how);
    server_look_ends(server, false);
    Arena *arena = arena_new();
    Result result = {.status = RUN_FINISHED};
    bool left_out = server->report->seen.launches + 1 == server->job->left_out;
    server_hold_shared(server);
    bool *found = arena_array(arena, bool, server->job->input_count + 1);
    server_look_for_inputs(server, found);
    if (!left_out) sim_context_launch(server->context, launched->module, &launch, arena, &result);
    server_compare_shared(server);
    if (result.metrics.value[METRIC_GLOBAL_STORE_BYTES] > 0) server_note_inputs(server, found);
    ProgramKernel *row = row_of(server, function);
    uint64_t bytes;
    if (server->heap_at.kernel == NULL && sim_context_heap_left(server->context, &bytes) > 0)
        server->heap_at = served->site;
    tell_shared(served, kernel, block);
    tell_managed(served, launched);
    if (result.status != RUN_REFUSED && result.status != RUN_UNSUPPORTED) add_result(served, row, how, &result);
    conclude(served, row, &result);
    if (has_bad_access(&result)) look_for_host_pointers(served, row, kernel, block);
    arena_free(arena);
}

void server_launch(Served *served) {
    const ProgramLaunch *how = (const ProgramLaunch *)(const void *)served->payload;
    if (served->size < sizeof *how || how->parameter_bytes != served->size - sizeof *how) {
        served_fail(served, cudaErrorInvalidValue);
        return;
    }
    if (served->server->pending != 0) return; /* the error of a launch before shows at a later call */
    LaunchedFunction launched = {0};
    launched.function = server_find_function(served, how->function, &launched.module, &launched.kernel);
    if (launched.function == NULL) return;
    served->site.kernel =
        ptx_source_name(served->server->arena, launched.function->symbol); /* tells its launch's line */
    if (!server_stream_is_known(served, how->stream)) return;
    bool clustered = how->cluster[0] > 1 || how->cluster[1] > 1 || how->cluster[2] > 1;
    if (clustered) {
        host_finding(served->server, HOST_UNSUPPORTED, false, &served->site, NULL,
                     "a launch in clusters is not known to the simulator");
        served_fail(served, cudaErrorNotSupported);
        return;
    }
    run(served, how, &launched, served->payload + sizeof *how);
}
