/* The simulator as a Device: one launch, from PTX text to a Result.
 *
 * Blocks are handed to worker threads in ascending order. Blocks do not affect each other unless the kernel uses
 * atomics whose order can be seen, printf or malloc: such kernels run on one worker. When a block stops the launch,
 * blocks after it may already have run on other workers: then the launch is run again on one worker, so that memory,
 * counts and findings are those of blocks that run one after another, however many workers there were. The same is
 * done where threads may race on global memory, after a second attempt on all workers (global.c). */
#include "finding_kinds.h"
#include "metric_names.h"
#include "sim/launch.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "ptx/refuse.h"
#include "sim/load/places.h"
#include "sim/memory/share.h"
#include "sim/memory/texture.h"
#include "sim/undefined.h"

enum { MAX_WORKERS = 256, BLOCKS_FOR_TRIAL = 16, MOST_SHARED = 256 << 10 };
enum { WORKER_GAP = 128 }; /* bytes between workers, so that the counters of two never share a line of the cache */

/* ---- workers ----------------------------------------------------------------------------------------------------- */

static uint8_t *new_rows(Arena *arena, size_t size) {
    return arena_alloc(arena, size, SIM_ROW_ALIGN);
}

static void fill_warp_rows(uint8_t *rows, const Launch *request, uint32_t warp) {
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++) {
        uint32_t thread = warp * WARP_SIZE + lane, bit = UINT32_C(1) << lane;
        uint32_t value[] = {
            thread % request->block[0],
            thread / request->block[0] % request->block[1],
            thread / request->block[0] / request->block[1],
            lane,
            warp,
            bit,
            bit | (bit - 1),
            bit - 1,
            ~(bit - 1),
            ~(bit | (bit - 1)),
        };
        for (size_t row = 0; row < sizeof value / sizeof *value; row++)
            memcpy(rows + row * SIM_ROW32 + (size_t)lane * 4, &value[row], 4);
    }
}

static SimWorker *new_worker(SimLaunch *launch) {
    Arena *arena = launch->arena;
    const SimProgram *program = launch->program;
    arena_alloc(arena, WORKER_GAP, WORKER_GAP);
    SimWorker *worker = arena_make(arena, SimWorker);
    worker->launch = launch;
    worker->program = program;
    worker->warp_count = (launch->threads + WARP_SIZE - 1) / WARP_SIZE;
    worker->memory = sim_block_memory_new(launch->memory, &launch->layout);
    worker->warps = arena_array(arena, SimWarp, worker->warp_count);
    worker->warp_rows = new_rows(arena, (size_t)worker->warp_count * SIM_WARP_AREA);
    worker->block_rows = new_rows(arena, SIM_BLOCK_AREA);
    worker->counters = arena_array(arena, SimCounter, (size_t)program->counter_count + 1);
    worker->branches = arena_array(arena, SimBranchCounter, program->branch_count);
    worker->barrier_counts = arena_array(arena, uint64_t, (size_t)program->pc_count + 1);
    for (uint32_t i = 0; i < worker->warp_count; i++) {
        SimWarp *warp = &worker->warps[i];
        uint32_t left = launch->threads - i * WARP_SIZE;
        uint8_t *rows = worker->warp_rows + (size_t)i * SIM_WARP_AREA;
        fill_warp_rows(rows, launch->request, i);
        warp->worker = worker;
        warp->memory = worker->memory;
        warp->number = i;
        warp->threads = left >= WARP_SIZE ? ALL_LANES : (UINT32_C(1) << left) - 1;
        warp->counters = worker->counters;
        warp->branches = worker->branches;
        warp->area[SIM_AREA_LAUNCH] = (uint8_t *)(uintptr_t)program->launch_rows; /* no handler writes there */
        warp->area[SIM_AREA_WARP] = rows;
        warp->area[SIM_AREA_BLOCK] = worker->block_rows;
    }
    return worker;
}

static void free_worker(SimWorker *worker) {
    for (uint32_t i = 0; i < worker->warp_count; i++) {
        free(worker->warps[i].stack_memory);
        free(worker->warps[i].predicate_stack);
        free(worker->warps[i].frames);
        free(worker->warps[i].paths);
    }
    sim_block_memory_free(worker->memory);
    text_free(&worker->printed);
}

static void spend(SimWorker *worker) {
    SimLaunch *launch = worker->launch;
    uint64_t spent = 0;
    for (uint32_t i = 0; i < worker->warp_count; i++) {
        uint64_t of_warp = sim_spent(&worker->warps[i]);
        uint64_t requests = worker->warps[i].requests;
        if (of_warp > worker->most_of_warp) worker->most_of_warp = of_warp;
        if (requests > worker->most_requests) worker->most_requests = requests;
        worker->requests += requests;
        spent += of_warp;
    }
    if (spent > worker->most_of_block) worker->most_of_block = spent;
    if (atomic_fetch_add(&launch->spent, spent) + spent > launch->launch_budget) launch->exhausted = true;
}

/* Runs one block; false where there is none left or the launch has to end. When the launch's budget is used up,
 * blocks that run already run to their end, because one of them may stop the launch by itself, as it would have done
 * on one worker. */
static bool run_next_block(SimWorker *worker) {
    SimLaunch *launch = worker->launch;
    bool done = launch->stop || launch->exhausted || (launch->stops_early && sim_memory_must_repeat(launch->memory)) ||
                (sim_memory_shared_conflicts(launch->memory) && !launch->layout.exact_shared);
    uint64_t block = done ? UINT64_MAX : atomic_fetch_add(&launch->next_block, 1);
    if (block >= launch->block_count) return false;
    if (launch->request->interrupted != NULL && *launch->request->interrupted)
        worker->interrupted = true;
    else
        sim_run_block(worker, block);
    spend(worker);
    if (worker->stopped || worker->interrupted) launch->stop = true;
    return !launch->stop;
}

static void *work(void *context) {
    while (run_next_block(context))
        ;
    return NULL;
}

static void run_workers(SimWorker *const *workers, uint32_t count) {
    pthread_t threads[MAX_WORKERS];
    bool started[MAX_WORKERS] = {false};
    for (uint32_t i = 1; i < count; i++) started[i] = pthread_create(&threads[i], NULL, work, workers[i]) == 0;
    work(workers[0]);
    for (uint32_t i = 1; i < count; i++)
        if (started[i]) pthread_join(threads[i], NULL);
}

/* The number of threads that the launch asks for, or one for each core. */
static unsigned thread_count(const Launch *request) {
    long cores = request->threads != 0 ? (long)request->threads : sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (unsigned)cores : 1;
}

/* Whether the result may depend on which block runs first, because an atomic finds a word that was not initialised. */
static bool first_block_shows(const SimLaunch *launch) {
    const Launch *request = launch->request;
    for (size_t i = 0; launch->program->global_atomics && request->poisoned != NULL && i < request->buffer_count; i++)
        if (request->poisoned[i]) return true;
    return false;
}

static uint32_t worker_count(const SimLaunch *launch) {
    uint64_t count = thread_count(launch->request);
    if (launch->program->ordered || first_block_shows(launch)) count = 1;
    uint64_t local = (uint64_t)launch->layout.local_size * launch->threads;
    /* each worker has local memory of its own */
    if (local != 0 && count > SIM_DEFAULT_MEMORY / local) count = SIM_DEFAULT_MEMORY / local + 1;
    if (count > MAX_WORKERS) count = MAX_WORKERS;
    return (uint32_t)(count < launch->block_count ? count : launch->block_count);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

/* What the assembler made of the PTX instruction of that number; NULL where that is not known. */
static const SimKeptBranch *kept_branch(const SimProgram *program, uint32_t pc) {
    uint32_t index = pc - program->kernel_pc;
    bool known =
        program->kept_branches != NULL && pc >= program->kernel_pc && index < program->kernel->source->instr_count;
    return known ? &program->kept_branches[index] : NULL;
}

/* Whether the assembler's branches are known now that the kernel has run: none parted lanes that meet elsewhere than in
 * PTX. */
static bool knows_branches(const SimProgram *program, SimWorker *const *workers, uint32_t count) {
    for (uint32_t i = 1; i < program->branch_count; i++) {
        const SimKeptBranch *kept = kept_branch(program, program->branch_pc[i]);
        for (uint32_t w = 0; kept != NULL && w < count; w++)
            if (kept->parts_elsewhere && workers[w]->branches[i].divergent > 0) return false;
    }
    return program->kept_branches != NULL;
}

static void hand_over_counts(SimWorker *worker) {
    const SimProgram *program = worker->program;
    for (size_t i = 0; i < program->counted_count; i++) {
        SimCounted counted = program->counted[i];
        const SimCounter *counter = &worker->counters[counted.counter];
        if (!counter->warps) continue;
        sim_count(worker->memory, METRIC_INSTRUCTIONS_WARP, counted.pc, counter->warps);
        sim_count(worker->memory, METRIC_INSTRUCTIONS_THREAD, counted.pc, counter->threads);
        if (counted.shuffles) sim_count(worker->memory, METRIC_INSTRUCTIONS_SHUFFLE, counted.pc, counter->warps);
        if (counted.votes) sim_count(worker->memory, METRIC_INSTRUCTIONS_VOTE, counted.pc, counter->warps);
    }
    for (uint32_t i = 1; i < program->branch_count; i++) {
        const SimBranchCounter *counter = &worker->branches[i];
        if (!counter->executed) continue;
        sim_count(worker->memory, METRIC_BRANCH_EXECUTED, program->branch_pc[i], counter->executed);
        sim_count(worker->memory, METRIC_BRANCH_DIVERGENT, program->branch_pc[i], counter->divergent);
        const SimKeptBranch *kept = kept_branch(program, program->branch_pc[i]);
        if (kept == NULL) continue;
        uint64_t executed = kept->kept ? counter->executed : 0, divergent = kept->kept ? counter->divergent : 0;
        executed += kept->jumps_taken * (counter->taken + counter->divergent);
        executed += kept->jumps_else * (counter->executed - counter->taken);
        sim_count(worker->memory, METRIC_ASSEMBLED_BRANCH_EXECUTED, program->branch_pc[i], executed);
        sim_count(worker->memory, METRIC_ASSEMBLED_BRANCH_DIVERGENT, program->branch_pc[i], divergent);
    }
    for (uint32_t pc = 0; pc < program->pc_count; pc++)
        if (worker->barrier_counts[pc]) sim_count(worker->memory, METRIC_BARRIERS, pc, worker->barrier_counts[pc]);
}

static void set_balance(Metrics *metrics, const SimLaunch *launch, SimWorker *const *workers, uint32_t count) {
    uint64_t block = 0, warp = 0, requests = 0, all_requests = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (workers[i]->most_of_block > block) block = workers[i]->most_of_block;
        if (workers[i]->most_of_warp > warp) warp = workers[i]->most_of_warp;
        if (workers[i]->most_requests > requests) requests = workers[i]->most_requests;
        all_requests += workers[i]->requests;
    }
    double of_all = (double)launch->spent, blocks = (double)launch->block_count;
    metrics_set(metrics, METRIC_INSTRUCTIONS_PER_BLOCK_MAX, (double)block);
    metrics_set(metrics, METRIC_INSTRUCTIONS_PER_WARP_MAX, (double)warp);
    if (launch->spent == 0) return;
    metrics_set(metrics, METRIC_IMBALANCE_BLOCKS, (double)block * blocks / of_all);
    double warps = blocks * (double)workers[0]->warp_count;
    metrics_set(metrics, METRIC_IMBALANCE_WARPS, (double)warp * warps / of_all);
    double even = all_requests == 0 ? 1 : (double)requests * warps / (double)all_requests;
    metrics_set(metrics, METRIC_IMBALANCE_REQUESTS, even);
}

/* ---- one attempt ------------------------------------------------------------------------------------------------- */

/* How closely global memory is watched: the three attempts of global.c. */
typedef enum AttemptLevel { ATTEMPT_THREADS, ATTEMPT_BLOCKS, ATTEMPT_EXACT } AttemptLevel;

typedef struct Attempt {
    const Launch *request;
    const PtxModule *module;
    int32_t kernel;
    const KernelResources *resources;
    Arena *arena;
    Result *result;
    SimMemory *memory;
    uint8_t **host; /* by buffer: its bytes in simulated memory; NULL for textures, which are read in place */
    SimPlacing placing;
    SimLaunch launch;
    bool alone; /* on one worker */
    AttemptLevel level;
    bool exact_shared;   /* see SimLayout */
    uint8_t *candidates; /* how closely each allocation is watched in this attempt; see sim_memory_candidates */
    uint8_t poison_flip;
    uint8_t *const *before; /* the outputs before the launch, where undefined_judge needs them; else NULL */
} Attempt;

static bool unsupported(Attempt *attempt, const char *what) {
    attempt->result->status = RUN_UNSUPPORTED;
    attempt->result->error = arena_printf(attempt->arena, "the simulator does not support %s", what);
    return false;
}

/* Refuses a launch that needs more memory than its limit, before anything is allocated: a lesson must not use up a
 * machine's memory. The sizes are those of the declarations, so that the answer is the same on every machine. */
static bool refuse_memory(Attempt *attempt, uint64_t wanted, const char *what) {
    const Launch *request = attempt->request;
    uint64_t limit = request->memory ? request->memory : SIM_DEFAULT_MEMORY;
    if (wanted <= limit) return false;
    Result *result = attempt->result;
    result->status = RUN_STOPPED;
    result->findings = arena_make(attempt->arena, Finding);
    result->finding_count = 1;
    result->findings[0] =
        (Finding){.kind = FINDING_BUDGET,
                  .count = 1,
                  .message = arena_printf(
                      attempt->arena,
                      "%s would take %llu MB of this machine's memory in the simulator, and may take "
                      "%llu: make them smaller (--memory allows more)",
                      what, (unsigned long long)((wanted + (1 << 20) - 1) >> 20), (unsigned long long)(limit >> 20))};
    return true;
}

/* By buffer: whether it is a texture, which has no address. */
static bool *make_textures(Attempt *attempt) {
    const Launch *request = attempt->request;
    bool *is_texture = arena_array(attempt->arena, bool, request->buffer_count + 1);
    SimTexture *textures = arena_array(attempt->arena, SimTexture, request->arg_count + 1);
    for (size_t i = 0; i < request->arg_count; i++) {
        const Arg *arg = &request->args[i];
        if (arg->kind != ARG_TEXTURE) continue;
        const Buffer *buffer = &request->buffers[arg->buffer];
        is_texture[arg->buffer] = true;
        textures[i] =
            (SimTexture){.name = arg->name, .how = arg->texture, .type = buffer->type, .texels = buffer->bytes};
    }
    attempt->launch.textures = textures;
    attempt->launch.texture_count = request->arg_count;
    return is_texture;
}

static void copy_in(Attempt *attempt, uint64_t *address) {
    const Launch *request = attempt->request;
    const bool *is_texture = make_textures(attempt);
    attempt->host = arena_array(attempt->arena, uint8_t *, request->buffer_count + 1);
    for (size_t i = 0; i < request->buffer_count; i++) {
        const Buffer *buffer = &request->buffers[i];
        size_t element = scalar_size(buffer->type);
        if (is_texture[i]) continue;
        if (buffer->symbol != NULL)
            attempt->host[i] = attempt->placing.host[ptx_find_symbol(attempt->module, buffer->symbol)];
        else
            address[i] = sim_memory_allocate(attempt->memory, buffer->name, buffer->count * element, (uint32_t)element,
                                             &attempt->host[i]);
        if (buffer->count && attempt->host[i] != NULL)
            sim_copy(attempt->host[i], buffer->bytes, buffer->count * element, thread_count(request));
    }
}

/* Watches every buffer and the module's variables for races. */
static void watch(Attempt *attempt, const uint64_t *address) {
    const Launch *request = attempt->request;
    for (uint32_t i = 0; i < attempt->module->variable_count; i++)
        if (attempt->module->variables[i].space == PTX_GLOBAL && attempt->placing.place[i].known)
            sim_memory_watch(attempt->memory, attempt->placing.place[i].address, true, true);
    for (size_t i = 0; i < request->buffer_count; i++) {
        const Buffer *buffer = &request->buffers[i];
        bool initialised = request->poisoned == NULL || !request->poisoned[i];
        int32_t variable = buffer->symbol != NULL ? ptx_find_symbol(attempt->module, buffer->symbol) : -1;
        if (variable < 0)
            sim_memory_watch(attempt->memory, address[i], buffer->output, initialised);
        else if (!initialised && attempt->module->variables[variable].size == buffer->count * scalar_size(buffer->type))
            sim_memory_watch(attempt->memory, attempt->placing.place[variable].address, true, false);
    }
    if (attempt->level == ATTEMPT_BLOCKS) sim_memory_watch_blocks(attempt->memory, attempt->candidates);
    if (attempt->level == ATTEMPT_EXACT) sim_memory_watch_exactly(attempt->memory, attempt->candidates);
}

static void copy_out(const Attempt *attempt) {
    const Launch *request = attempt->request;
    for (size_t i = 0; i < request->buffer_count; i++) {
        const Buffer *buffer = &request->buffers[i];
        if (buffer->output && buffer->count && attempt->host[i] != NULL)
            sim_copy(buffer->bytes, attempt->host[i], buffer->count * scalar_size(buffer->type), thread_count(request));
    }
}

static uint8_t *write_params(Attempt *attempt, uint32_t *param_at, uint64_t size, const uint64_t *address) {
    const PtxFunction *function = &attempt->module->functions[attempt->kernel];
    uint8_t *params = sim_memory_params(attempt->memory, size);
    for (uint32_t i = 0; i < function->param_count; i++) {
        const Arg *arg = &attempt->request->args[i];
        uint64_t value = arg->kind == ARG_BUFFER    ? address[arg->buffer]
                         : arg->kind == ARG_TEXTURE ? SIM_TEXTURE_HANDLE + i
                                                    : arg->value;
        memcpy(params + param_at[function->params[i]], arg->bytes != NULL ? arg->bytes : &value, launch_arg_size(arg));
    }
    return params;
}

/* Everything before the first block: places, memory, the decoded program. */
static bool prepare(Attempt *attempt) {
    const Launch *request = attempt->request;
    Arena *arena = attempt->arena;
    SimPlacing *placing = &attempt->placing;
    *placing = (SimPlacing){.module = attempt->module,
                            .memory = attempt->memory,
                            .arena = arena,
                            .shared_dynamic = request->shared_dynamic};
    uint64_t variables = sim_variables_cost(attempt->module, !request->skip_races);
    if (refuse_memory(attempt, variables, "the __device__ variables of this file")) return false;
    const bool *reachable = sim_reachable(attempt->module, attempt->kernel, arena);
    const char *problem = sim_place_variables(placing, reachable);
    if (problem != NULL) return unsupported(attempt, problem);
    uint64_t shared_static = attempt->resources != NULL && attempt->resources->shared_static >= 0
                                 ? (uint64_t)attempt->resources->shared_static
                                 : placing->shared_static;
    if (refuse_launch_shared(request, shared_static, arena, attempt->result)) return false;
    /* Checked here as well as by the assembler, which counts in 32 bits: 2^40 bytes are 0 bytes to it. */
    if (placing->shared_static > MOST_SHARED &&
        refuse_launch_shared(request, placing->shared_static, arena, attempt->result))
        return false;
    uint64_t param_size, *address = arena_array(arena, uint64_t, request->buffer_count + 1);
    uint32_t *param_at = arena_array(arena, uint32_t, (size_t)attempt->module->variable_count + 1);
    problem = sim_place_params(attempt->module, attempt->kernel, param_at, &param_size);
    if (problem != NULL) return unsupported(attempt, problem);
    copy_in(attempt, address);
    if (!request->skip_races) watch(attempt, address);
    uint64_t shared_size = placing->dynamic_offset + request->shared_dynamic;
    SimPlaces places = {.variable = placing->place,
                        .param_at = param_at,
                        .shared_total = (uint32_t)shared_size,
                        .reachable = reachable,
                        .params = write_params(attempt, param_at, param_size, address)};
    const SimProgram *program = sim_load(attempt->module, attempt->kernel, &places, request, arena, attempt->result);
    if (program == NULL) return false;
    uint64_t warps = (attempt->launch.threads + WARP_SIZE - 1) / WARP_SIZE;
    /* local_written has a byte for every word of 4 */
    uint64_t local = (uint64_t)program->local_size * WARP_SIZE * warps / 4 * 5;
    if (refuse_memory(attempt, variables + local,
                      "the __device__ variables of this file and its threads' local arrays"))
        return false;
    attempt->launch.program = program;
    attempt->launch.layout = (SimLayout){
        .shared_size = shared_size,
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
        .pc_assembled = program->pc_assembled,
        .races = !request->skip_races,
        .poison_flip = attempt->poison_flip,
        .point_to_point = program->point_to_point,
        .interrupted = request->interrupted,
        .exact_shared = attempt->exact_shared,
        .recording = request->recording,
        .file = request->image->file,
    };
    return true;
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
    metrics_set(&result->metrics, METRIC_LAUNCH_SHARED_STATIC, (double)attempt->placing.shared_static);
}

static void conclude(Attempt *attempt, SimWorker *const *workers, uint32_t count) {
    Result *result = attempt->result;
    SimBlockMemory **memories = arena_array(attempt->arena, SimBlockMemory *, count);
    Text printed = {0};
    result->status = RUN_FINISHED;
    for (uint32_t i = 0; i < count; i++) {
        hand_over_counts(workers[i]);
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
    if (result->status == RUN_FINISHED) sim_heap_leaks(memories[0]); /* kernels that call malloc run on one worker */
    attempt->launch.layout.branches_known = knows_branches(attempt->launch.program, workers, count);
    sim_merge(memories, count, &attempt->launch.layout, attempt->arena, result);
    set_balance(&result->metrics, &attempt->launch, workers, count);
    result->printed = text_take(&printed, attempt->arena);
    /* Replaced by the assembler's figure, if there is one. */
    metrics_set(&result->metrics, METRIC_LAUNCH_SHARED_STATIC, (double)attempt->placing.shared_static);
    if (attempt->poison_flip == 0 && undefined_seen(result))
        attempt->before = undefined_keep(attempt->request, attempt->arena);
    copy_out(attempt);
}

/* Whether the launch has to be repeated with closer watching; sets the attempt's level. After the first attempt at
 * global memory the second one, by blocks, follows if it may be enough: if the first ended early, or no two blocks
 * accessed the same cell. Otherwise, and where the second was not enough, the candidates are watched exactly. Shared
 * memory comes first, with the level for global memory unchanged. */
static bool must_watch_closer(Attempt *attempt, SimWorker *const *workers, uint32_t count) {
    SimBlockMemory *memories[MAX_WORKERS];
    for (uint32_t i = 0; i < count; i++) memories[i] = workers[i]->memory;
    if (sim_memory_shared_conflicts(attempt->memory) && !attempt->exact_shared) return attempt->exact_shared = true;
    uint8_t *found = sim_memory_candidates(attempt->memory, memories, count);
    if (attempt->level == ATTEMPT_EXACT) {
        bool more = found != NULL && sim_memory_add_candidates(attempt->memory, attempt->candidates, found);
        free(found);
        return more;
    }
    free(attempt->candidates);
    attempt->candidates = found;
    if (found == NULL) return false;
    bool by_blocks = attempt->level == ATTEMPT_THREADS && attempt->launch.stops_early &&
                     !attempt->launch.program->point_to_point &&
                     (sim_memory_must_repeat(attempt->memory) || !sim_memory_between_blocks(attempt->memory));
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

/* False where the launch has to be repeated: it stopped while several workers ran, or threads may race. */
static bool execute(Attempt *attempt) {
    SimLaunch *launch = &attempt->launch;
    launch->memory = attempt->memory;
    launch->stops_early = attempt->level != ATTEMPT_EXACT && !attempt->alone;
    uint32_t count = attempt->alone ? 1 : worker_count(launch);
    launch->one_by_one = count == 1;
    SimWorker *workers[MAX_WORKERS] = {NULL};
    for (uint32_t i = 0; i < count; i++) workers[i] = new_worker(launch);
    /* An error mostly occurs in the first block already: where there are many blocks, it runs before the others, so
     * that little has to be repeated. */
    if (launch->block_count >= (uint64_t)count * BLOCKS_FOR_TRIAL) run_next_block(workers[0]);
    bool ended = launch->stop || launch->exhausted, interrupted = false, complete = true;
    if (!ended) run_workers(workers, count);
    for (uint32_t i = 0; i < count; i++) interrupted |= workers[i]->interrupted;
    bool exhausted = launch->exhausted && !launch->stop; /* a finding that stopped a block is reported instead */
    if (launch->stop && count > 1 && !interrupted && !ended) {
        complete = false;
        start_over_alone(attempt);
    } else if (!interrupted && !exhausted) {
        complete = !must_watch_closer(attempt, workers, count);
    }
    if (complete && exhausted)
        conclude_exhausted(attempt);
    else if (complete)
        conclude(attempt, workers, count);
    for (uint32_t i = 0; i < count; i++) free_worker(workers[i]);
    return complete;
}

/* False where the launch has to be repeated, as the attempt then says. */
static bool try_run(Attempt *attempt) {
    const Launch *request = attempt->request;
    attempt->memory = sim_memory_new();
    attempt->launch = (SimLaunch){
        .request = request,
        .arena = attempt->arena,
        .budget = request->budget ? request->budget : SIM_DEFAULT_BUDGET,
        .launch_budget = request->launch_budget ? request->launch_budget : SIM_DEFAULT_LAUNCH_BUDGET,
        .block_count = (uint64_t)request->grid[0] * request->grid[1] * request->grid[2],
        .threads = request->block[0] * request->block[1] * request->block[2],
    };
    bool complete = !prepare(attempt) || execute(attempt);
    sim_memory_free(attempt->memory);
    return complete;
}

/* ---- the device -------------------------------------------------------------------------------------------------- */

static const PtxModule *parse(const Launch *launch, Arena *arena, Result *result) {
    DiagList diags = diag_list(arena);
    const PtxModule *module =
        ptx_parse(launch->image->ptx != NULL ? launch->image->ptx : "", launch->image->ptx_size, arena, &diags);
    if (module != NULL) return module;
    result->status = RUN_UNSUPPORTED;
    result->error = diags.first != NULL ? diags.first->message : "the simulator could not read the compiler's PTX";
    result->error_loc = diags.first != NULL ? diags.first->loc : (Loc){0};
    return NULL;
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void run_attempts(Attempt *attempt) {
    while (!try_run(attempt)) continue;
    free(attempt->candidates);
    attempt->candidates = NULL;
}

/* Repeats the launch of *context, an Attempt, with other values in bytes that no thread wrote. */
static void repeat(void *context, const Launch *launch, uint8_t poison_flip, Arena *arena, Result *result) {
    const Attempt *first = context;
    *result = (Result){.printed = ""};
    Attempt attempt = {.request = launch,
                       .module = first->module,
                       .kernel = first->kernel,
                       .resources = first->resources,
                       .arena = arena,
                       .result = result,
                       .poison_flip = poison_flip};
    run_attempts(&attempt);
}

static void run(Device *device, const Launch *launch, Arena *arena, Result *result) {
    (void)device;
    double start = seconds_now();
    *result = (Result){.printed = ""};
    Attempt attempt = {.request = launch, .arena = arena, .result = result};
    attempt.module = parse(launch, arena, result);
    if (attempt.module != NULL) {
        attempt.kernel = ptx_find_kernel(launch, attempt.module, arena, result);
        attempt.resources = image_resources(launch->image, launch->kernel);
        if (attempt.kernel >= 0 &&
            !refuse_launch(launch, attempt.module, attempt.kernel, attempt.resources, arena, result))
            run_attempts(&attempt);
        if (attempt.before != NULL) undefined_judge(launch, attempt.before, repeat, &attempt, result);
        result->launch_assumed =
            attempt.kernel >= 0 && result->status != RUN_REFUSED &&
            refuse_is_unknown(launch, &attempt.module->functions[attempt.kernel], attempt.resources);
    }
    result->unknown_to_device = result->status == RUN_UNSUPPORTED;
    launch_metrics(launch, &result->metrics);
    result->host_seconds = seconds_now() - start;
}

static void close_device(Device *device) {
    free(device);
}

Device *device_open_sim(void) {
    Device *device = memory_zeroed(1, sizeof *device);
    device->name = "sim";
    device->run = run;
    device->close = close_device;
    return device;
}
