/* One launch: the attempts at it, and their result.
 *
 * Blocks are handed to worker threads in ascending order. Blocks do not affect each other unless the kernel uses
 * atomics whose order can be seen, printf or malloc: such kernels run on one worker. When a block stops the launch,
 * blocks after it may already have run on other workers: then the launch is run again on one worker, so that memory,
 * counts and findings are those of blocks that run one after another, however many workers there were. The same is
 * done where threads may race on global memory, after a second attempt on all workers (global.c). Each attempt finds
 * memory as it was before the first one.
 *
 * Where blocks meet (SimProgram.blocks_meet), some things go wrong only while several of them run: two are in a
 * critical section, or one reads what another is still writing. In random order such a launch, if nothing is wrong with
 * it, is repeated with a few blocks at the same time (run/resident.c), in several orders where it is short. Of these
 * repetitions only errors are reported. What is counted, and what is left in memory, is always of blocks that run one
 * after another: what one that waits for others executes meanwhile is luck. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "finding_kinds.h"
#include "metric_names.h"
#include "ptx/refuse.h"
#include "sim/context_state.h"
#include "sim/undefined.h"

enum {
    BLOCKS_FOR_TRIAL = 16,
    OVERLAPPING = 8,          /* blocks that run at the same time where they meet: fewer than any GPU has room for */
    MOST_OVERLAPS = 32,       /* orders in which a launch is repeated so, one where its kernel had more than */
    OVERLAPS_OF_KERNEL = 256, /* this already; further ones while those before took fewer instructions than */
    OVERLAP_WORK = 1 << 20,   /* this. Each may take these, and what the launch took */
    OVERLAP_FACTOR = 16,      /* so many times */
    SHORT_LAUNCH = 1 << 15,   /* instructions of warps: about a millisecond; to start a thread takes a tenth of one */
};

/* How closely global memory is watched: the three attempts of global.c. */
typedef enum AttemptLevel { ATTEMPT_THREADS, ATTEMPT_BLOCKS, ATTEMPT_EXACT } AttemptLevel;

typedef struct Attempt {
    SimContext *context;
    const Launch *request;
    DecodedKernel *decoded;
    Arena *arena;
    Result *result;
    SimLaunch launch;
    bool alone; /* on one worker */
    AttemptLevel level;
    bool exact_shared;   /* see SimLayout */
    bool resident;       /* see SimLaunch: because the launch is cooperative, or a block waits for a later one */
    uint32_t overlap;    /* where blocks run at the same time because they meet: which order, from 1 on; else 0 */
    uint64_t most_spent; /* overlap: instructions */
    uint8_t *candidates; /* how closely each allocation is watched in this attempt; see sim_memory_candidates */
    SimUndefined undefined;
} Attempt;

static SimLayout layout_of(const Attempt *attempt) {
    const Launch *request = attempt->request;
    const SimPlacing *placing = &attempt->decoded->placing;
    const SimProgram *program = attempt->decoded->program;
    return (SimLayout){
        .shared_size = placing->dynamic_offset + request->shared_dynamic,
        .shared = placing->regions,
        .shared_count = placing->region_count,
        .dynamic_offset = placing->dynamic_offset,
        .local_size = program->local_size,
        .local_used = program->local_used,
        .source = request->image->source,
        .threads = attempt->launch.threads,
        .block_dim = {request->block[0], request->block[1], request->block[2]},
        .grid_dim = {request->grid[0], request->grid[1], request->grid[2]},
        .pc_count = program->pc_count,
        .pc_loc = program->pc_loc,
        .pc_text = program->pc_text,
        .rounds = program->rounds,
        .round_count = program->round_count,
        .pc_assembled = program->pc_assembled,
        .races = !request->skip_races,
        .owners = request->owners,
        .sums = request->sums,
        .lanes_descending = request->lanes_descending,
        .undefined = attempt->undefined,
        .point_to_point = program->point_to_point,
        .mixed_sizes = program->mixed_sizes,
        .exchanges = program->exchanges,
        .interrupted = request->interrupted,
        .exact_shared = attempt->exact_shared,
        .cooperative = request->cooperative,
        .resident = attempt->launch.resident,
        .recording = request->recording,
        .file = request->image->file,
    };
}

/* Everything before the first block. */
static void prepare(Attempt *attempt) {
    const Launch *request = attempt->request;
    SimMemory *memory = attempt->context->memory;
    attempt->launch = (SimLaunch){
        .request = request,
        .program = attempt->decoded->program,
        .memory = memory,
        .arena = attempt->arena,
        .textures = attempt->context->textures,
        .texture_count = attempt->context->texture_count,
        .budget = request->budget ? request->budget : SIM_DEFAULT_BUDGET,
        .launch_budget = request->launch_budget ? request->launch_budget : SIM_DEFAULT_LAUNCH_BUDGET,
        .block_count = (uint64_t)request->grid[0] * request->grid[1] * request->grid[2],
        .threads = request->block[0] * request->block[1] * request->block[2],
        .resident = attempt->resident || attempt->overlap != 0,
        .gives_up = attempt->overlap != 0,
        .seed = request->seed + attempt->overlap * UINT64_C(0x9e3779b97f4a7c15),
        .later_pc = UINT32_MAX,
    };
    if (attempt->overlap != 0 && attempt->most_spent < attempt->launch.launch_budget)
        attempt->launch.launch_budget = attempt->most_spent;
    attempt->launch.layout = layout_of(attempt);
    sim_memory_mixed_sizes(memory, attempt->launch.program->mixed_sizes);
    if (attempt->level == ATTEMPT_BLOCKS) sim_memory_watch_blocks(memory, attempt->candidates);
    if (attempt->level == ATTEMPT_EXACT) sim_memory_watch_exactly(memory, attempt->candidates);
}

/* The result of a launch whose budget is used up: only the message, because which blocks ran depends on the number
 * of workers. */
static void conclude_exhausted(Attempt *attempt) {
    const SimLaunch *launch = &attempt->launch;
    Result *result = attempt->result;
    result->status = RUN_STOPPED;
    result->findings = arena_make(attempt->arena, Finding);
    result->finding_count = 1;
    result->findings[0] = (Finding){
        .kind = FINDING_BUDGET,
        .loc = launch->program->pc_loc[launch->program->kernel->entry->pc],
        .count = 1,
        .message =
            arena_printf(attempt->arena,
                         "the warps of this launch have executed more than %llu instructions together, "
                         "and no launch may execute more: is the grid of %llu blocks larger than the data needs, "
                         "or does each thread do too much?",
                         (unsigned long long)launch->launch_budget, (unsigned long long)launch->block_count),
    };
    metrics_set(&result->metrics, METRIC_LAUNCH_SHARED_STATIC, (double)attempt->decoded->placing.shared_static);
}

static bool all_fit(const Attempt *attempt) {
    return attempt->launch.block_count <= attempt->request->resident_blocks;
}

static void warn_of_later_blocks(const Attempt *attempt, const SimWorker *worker) {
    if (!attempt->resident || attempt->request->cooperative || attempt->launch.stop) return;
    char text[224];
    if (all_fit(attempt))
        snprintf(text, sizeof text,
                 "the GPU has room for all %llu blocks at once, which CUDA promises of a cooperative launch alone "
                 "(cudaLaunchCooperativeKernel)",
                 (unsigned long long)attempt->launch.block_count);
    else
        snprintf(text, sizeof text,
                 "other blocks end and make room for that one, and CUDA promises no order in which blocks begin");
    sim_finding(worker->memory, FINDING_DEADLOCK, true, attempt->decoded->later_pc, UINT32_MAX,
                "a block waits here for a later one: this ends only because %s", text);
}

static void conclude(Attempt *attempt, SimWorker *const *workers, uint32_t count) {
    Result *result = attempt->result;
    warn_of_later_blocks(attempt, workers[0]);
    SimBlockMemory **memories = arena_array(attempt->arena, SimBlockMemory *, count);
    Text printed = {0};
    result->status = RUN_FINISHED;
    for (uint32_t i = 0; i < count; i++) {
        sim_hand_over_counts(workers[i]);
        memories[i] = workers[i]->memory;
        text_add_n(&printed, workers[i]->printed.data != NULL ? workers[i]->printed.data : "",
                   workers[i]->printed.size);
        result->printed_cut |= workers[i]->printed_cut;
        if (workers[i]->interrupted)
            result->status = RUN_INTERRUPTED;
        else if (workers[i]->unsupported != NULL && result->status != RUN_INTERRUPTED) {
            result->status = RUN_UNSUPPORTED;
            result->error = arena_printf(attempt->arena, "the simulator does not support %s", workers[i]->unsupported);
            result->error_loc = workers[i]->unsupported_loc;
        } else if (workers[i]->stopped && result->status == RUN_FINISHED)
            result->status = RUN_STOPPED;
    }
    /* kernels that call malloc run on one worker */
    if (result->status == RUN_FINISHED && attempt->context->warns_of_heap) sim_heap_leaks(memories[0]);
    attempt->launch.layout.branches_known = sim_knows_branches(attempt->launch.program, workers, count);
    sim_merge(memories, count, &attempt->launch.layout, attempt->arena, result);
    sim_set_balance(&result->metrics, &attempt->launch, workers, count);
    uint64_t blocks = attempt->launch.block_count, warps = blocks * workers[0]->warp_count;
    if (attempt->request->owners) sim_set_own(&result->metrics, memories, count, blocks, warps);
    result->printed = text_take(&printed, attempt->arena);
    /* Replaced by the assembler's figure, if there is one. */
    metrics_set(&result->metrics, METRIC_LAUNCH_SHARED_STATIC, (double)attempt->decoded->placing.shared_static);
    if (!attempt->undefined.repeats && attempt->overlap == 0)
        sim_memory_note_defined(attempt->context->memory, !attempt->request->skip_races);
}

/* Whether the launch has to be repeated with closer watching; sets the attempt's level. After the first attempt at
 * global memory the second one, by blocks, follows if it may be enough: if the first ended early, or no two blocks
 * accessed the same cell. Otherwise, and where the second was not enough, the candidates are watched exactly. Shared
 * memory comes first, with the level for global memory unchanged. */
static bool must_watch_closer(Attempt *attempt, SimWorker *const *workers, uint32_t count) {
    SimBlockMemory **memories = arena_array(attempt->arena, SimBlockMemory *, count);
    for (uint32_t i = 0; i < count; i++) memories[i] = workers[i]->memory;
    if (sim_memory_shared_conflicts(attempt->context->memory) && !attempt->exact_shared)
        return attempt->exact_shared = true;
    uint8_t *found = sim_memory_candidates(attempt->context->memory, memories, count);
    if (attempt->level == ATTEMPT_EXACT) {
        bool more = found != NULL && sim_memory_add_candidates(attempt->context->memory, attempt->candidates, found);
        free(found);
        return more;
    }
    free(attempt->candidates);
    attempt->candidates = found;
    if (found == NULL) return false;
    bool by_blocks =
        attempt->level == ATTEMPT_THREADS && attempt->launch.stops_early && !attempt->launch.program->point_to_point &&
        (sim_memory_must_repeat(attempt->context->memory) || !sim_memory_between_blocks(attempt->context->memory));
    attempt->level = by_blocks ? ATTEMPT_BLOCKS : ATTEMPT_EXACT;
    attempt->alone = !by_blocks;
    return true;
}

/* Repeats the launch on one worker: blocks that ran beside one that stopped might not have run then. */
static void start_over_alone(Attempt *attempt) {
    free(attempt->candidates);
    attempt->candidates = NULL;
    attempt->level = ATTEMPT_THREADS;
    attempt->alone = true;
}

/* Repeats the launch with all blocks at the same time, because one has waited for a later one. */
static void start_over_resident(Attempt *attempt) {
    start_over_alone(attempt);
    attempt->resident = true;
    attempt->decoded->later_pc = attempt->launch.later_pc;
}

static uint32_t count_workers(const Attempt *attempt) {
    uint64_t blocks = attempt->launch.block_count, room = attempt->request->resident_blocks;
    if (attempt->overlap != 0) {
        uint64_t most = sim_most_workers(&attempt->launch);
        if (room == 0 || room > OVERLAPPING) room = OVERLAPPING;
        if (room > most) room = most;
    }
    if (attempt->launch.resident) return (uint32_t)(room == 0 || blocks < room ? blocks : room);
    return attempt->alone || attempt->decoded->is_short ? 1 : sim_worker_count(&attempt->launch);
}

/* Runs all blocks. True where the launch ended before most workers began. */
static bool run_blocks(const Attempt *attempt, SimWorker *const *workers, uint32_t count) {
    const SimLaunch *launch = &attempt->launch;
    if (launch->resident) {
        sim_run_resident(workers, count);
        return true;
    }
    /* An error mostly occurs in the first block already: where there are many blocks, it runs before the others, so
     * that little has to be repeated. */
    if (launch->block_count >= (uint64_t)count * BLOCKS_FOR_TRIAL) sim_run_next_block(workers[0]);
    if (launch->stop || launch->exhausted) return true;
    sim_run_workers(workers, count);
    return false;
}

/* False where the launch has to be repeated: it stopped while several workers ran, or threads may race. */
static bool execute(Attempt *attempt) {
    SimLaunch *launch = &attempt->launch;
    launch->stops_early = attempt->level != ATTEMPT_EXACT && !attempt->alone && !launch->resident;
    uint32_t count = count_workers(attempt);
    launch->one_by_one = count == 1 && !launch->resident;
    launch->worker_count = count;
    SimWorker **workers = arena_array(attempt->arena, SimWorker *, count);
    for (uint32_t i = 0; i < count; i++) workers[i] = sim_worker_new(launch);
    bool ended = run_blocks(attempt, workers, count), interrupted = false, complete = true;
    for (uint32_t i = 0; i < count; i++) interrupted |= workers[i]->interrupted;
    bool exhausted = launch->exhausted && !launch->stop; /* a finding that stopped a block is reported instead */
    if (sim_memory_lent_written(attempt->context->memory) && !interrupted) {
        complete = false;
        sim_memory_copy_lent(attempt->context->memory, count);
    } else if (launch->stop && count > 1 && !interrupted && !ended) {
        complete = false;
        start_over_alone(attempt);
    } else if (launch->later_pc != UINT32_MAX && attempt->request->resident_blocks > 0 && !interrupted) {
        complete = false;
        start_over_resident(attempt);
    } else if (!interrupted && !exhausted) {
        complete = !must_watch_closer(attempt, workers, count);
    }
    if (complete && exhausted)
        conclude_exhausted(attempt);
    else if (complete)
        conclude(attempt, workers, count);
    for (uint32_t i = 0; i < count; i++) sim_worker_free(workers[i]);
    return complete;
}

/* False where the launch has to be repeated, as the attempt then says. */
static bool try_run(Attempt *attempt) {
    prepare(attempt);
    return execute(attempt);
}

static void run_attempts(Attempt *attempt) {
    while (!try_run(attempt)) sim_memory_restore(attempt->context->memory);
    free(attempt->candidates);
    attempt->candidates = NULL;
}

/* Repeats the launch of *context, an Attempt, with other values in bytes that no thread wrote. */
static void repeat(void *context, SimUndefined undefined, Arena *arena, Result *result) {
    const Attempt *first = context;
    Attempt attempt = {.context = first->context,
                       .request = first->request,
                       .decoded = first->decoded,
                       .arena = arena,
                       .result = result,
                       .resident = first->resident,
                       .undefined = undefined};
    run_attempts(&attempt);
}

/* ---- blocks that meet -------------------------------------------------------------------------------------------- */

static bool may_overlap(const Attempt *attempt) {
    const Launch *request = attempt->request;
    const Result *result = attempt->result;
    return request->schedule == SCHEDULE_RANDOM && !request->skip_races && request->block_order == BLOCKS_ASCENDING &&
           attempt->decoded->program->blocks_meet && attempt->launch.block_count > 1 && !attempt->resident &&
           result->status == RUN_FINISHED && result_findings(result, FINDING_ANY) == 0;
}

/* The order is the same each time that it is asked for. */
static Attempt attempt_overlap(const Attempt *first, uint32_t order, Arena *arena, Result *result) {
    *result = (Result){.printed = ""};
    Attempt attempt = {.context = first->context,
                       .request = first->request,
                       .decoded = first->decoded,
                       .arena = arena,
                       .result = result,
                       .overlap = order,
                       .most_spent = OVERLAP_FACTOR * first->launch.spent + OVERLAP_WORK};
    sim_memory_restore(first->context->memory);
    run_attempts(&attempt);
    return attempt;
}

/* What an order found, in the launch's own arena. */
static void report_overlap(const Attempt *first, uint32_t order) {
    Result found;
    attempt_overlap(first, order, first->arena, &found);
    undefined_leave_registers(&found);
    first->result->status = found.status;
    first->result->findings = found.findings;
    first->result->finding_count = found.finding_count;
}

/* Runs the launch in another order. False where no further one is to be tried. */
static bool overlap(const Attempt *first, uint32_t order, uint64_t *spent) {
    Arena *arena = arena_new();
    Result result;
    Attempt attempt = attempt_overlap(first, order, arena, &result);
    bool interrupted = result.status == RUN_INTERRUPTED, gave_up = attempt.launch.exhausted;
    bool found = !interrupted && !gave_up && result_findings(&result, FINDING_ANY) > 0;
    arena_free(arena);
    *spent += attempt.launch.spent;
    if (interrupted) first->result->status = RUN_INTERRUPTED;
    if (found) report_overlap(first, order);
    return !interrupted && !gave_up && !found;
}

static void try_overlaps(const Attempt *first) {
    SimMemory *memory = first->context->memory;
    SimOutcome *outcome = sim_memory_set_aside(memory, (SimUndefined){.repeats = false});
    uint32_t *tried = &first->decoded->overlaps, order = 1;
    uint32_t orders = *tried < OVERLAPS_OF_KERNEL ? MOST_OVERLAPS : 1;
    uint64_t spent = 0;
    while (order <= orders && spent < OVERLAP_WORK && overlap(first, order, &spent)) order++;
    *tried += order;
    sim_memory_take_up(memory, outcome);
}

/* ---- a launch ---------------------------------------------------------------------------------------------------- */

static bool refuse_local(const SimModule *module, const SimProgram *program, const Launch *request, Arena *arena,
                         Result *result) {
    uint64_t threads = (uint64_t)request->block[0] * request->block[1] * request->block[2];
    uint64_t warps = (threads + WARP_SIZE - 1) / WARP_SIZE;
    /* local_written has a byte for every word of 4 */
    uint64_t local = (uint64_t)program->local_size * WARP_SIZE * warps / 4 * 5;
    return module_refuses_memory(module->variables_cost + local,
                                 request->memory != 0 ? request->memory : SIM_DEFAULT_MEMORY,
                                 "the __device__ variables of this file and its threads' local arrays", arena, result);
}

static void run_decoded(SimModule *module, DecodedKernel *decoded, const Launch *request, const uint8_t *params,
                        Arena *arena, Result *result) {
    SimContext *context = module->context;
    uint8_t *block = sim_memory_params(context->memory, decoded->param_size);
    if (params != NULL) memcpy(block, params, decoded->param_size);
    sim_bind_params(decoded->program, block);
    Attempt attempt = {.context = context, .request = request, .decoded = decoded, .arena = arena, .result = result};
    attempt.resident = request->cooperative || decoded->later_pc != UINT32_MAX;
    sim_memory_launch_begin(context->memory);
    run_attempts(&attempt);
    decoded->is_short = attempt.launch.spent < SHORT_LAUNCH;
    if (undefined_seen(result)) {
        SimComparedValues compared;
        sim_compared_values(decoded->program, block, result, arena, &compared);
        undefined_judge(context->memory, &compared, attempt.launch.spent, repeat, &attempt, result);
    } else
        undefined_leave_registers(result);
    if (may_overlap(&attempt)) try_overlaps(&attempt);
    sim_memory_launch_end(context->memory);
}

void launch_run(SimModule *module, const Launch *request, const uint8_t *params, Arena *arena, Result *result) {
    const KernelResources *resources = image_resources(request->image, request->kernel);
    int32_t kernel = ptx_find_kernel(request, module->ptx, arena, result);
    if (kernel >= 0 && !refuse_launch_shape(request, module->ptx, kernel, resources, arena, result)) {
        DecodedKernel *decoded = module_decoded(module, kernel, request, arena, result);
        if (decoded != NULL && !refuse_local(module, decoded->program, request, arena, result))
            run_decoded(module, decoded, request, params, arena, result);
        result->launch_assumed =
            result->status != RUN_REFUSED && refuse_is_unknown(request, &module->ptx->functions[kernel], resources);
    }
    result->unknown_to_device = result->status == RUN_UNSUPPORTED;
    launch_metrics(request, &result->metrics);
}
