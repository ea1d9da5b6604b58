/* What is counted of each instruction while a kernel runs: requests, sectors, bytes, wavefronts; and which request to
 * shared memory is kept for the picture. Each worker counts in plain arrays; results.c adds them up. */
#include "sim/memory/counts/count.h"
#include "sim/memory/counts/counter_row.h"

/* The metrics of requests to shared memory, by RequestOp: as the PTX is written, and as the assembler leaves them. */
typedef struct SharedCounters {
    Metric requests, wavefronts, conflicts;
} SharedCounters;
static const SharedCounters written_counters[] = {
    [REQUEST_LOAD] = {METRIC_SHARED_LOAD_REQUESTS, METRIC_SHARED_LOAD_WAVEFRONTS, METRIC_SHARED_LOAD_CONFLICTS},
    [REQUEST_STORE] = {METRIC_SHARED_STORE_REQUESTS, METRIC_SHARED_STORE_WAVEFRONTS, METRIC_SHARED_STORE_CONFLICTS},
    [REQUEST_ATOMIC] = {METRIC_SHARED_ATOMIC_REQUESTS, METRIC_SHARED_ATOMIC_WAVEFRONTS, METRIC_SHARED_ATOMIC_CONFLICTS},
};
static const SharedCounters assembled_counters[] = {
    [REQUEST_LOAD] = {METRIC_ASSEMBLED_SHARED_LOAD_REQUESTS, METRIC_ASSEMBLED_SHARED_LOAD_WAVEFRONTS,
                      METRIC_ASSEMBLED_SHARED_LOAD_CONFLICTS},
    [REQUEST_STORE] = {METRIC_ASSEMBLED_SHARED_STORE_REQUESTS, METRIC_ASSEMBLED_SHARED_STORE_WAVEFRONTS,
                       METRIC_ASSEMBLED_SHARED_STORE_CONFLICTS},
    [REQUEST_ATOMIC] = {METRIC_ASSEMBLED_SHARED_ATOMIC_REQUESTS, METRIC_ASSEMBLED_SHARED_ATOMIC_WAVEFRONTS,
                        METRIC_ASSEMBLED_SHARED_ATOMIC_CONFLICTS},
};
static const Metric ways_counter[] = {
    [REQUEST_LOAD] = METRIC_SHARED_LOAD_WAYS,
    [REQUEST_STORE] = METRIC_SHARED_STORE_WAYS,
    [REQUEST_ATOMIC] = METRIC_SHARED_ATOMIC_WAYS,
};

void sim_count(SimBlockMemory *block, Metric metric, uint32_t pc, uint64_t amount) {
    block->counters[pc].at[metric] += amount;
}

bool sample_is_earlier(const Sample *sample, uint64_t number, uint32_t warp) {
    return sample->block < number || (sample->block == number && sample->warp <= warp);
}

static bool is_sample(const SimBlockMemory *block, uint32_t pc, uint32_t warp, int wavefronts) {
    const Sample *sample = &block->samples[pc];
    if (sample->wavefronts != wavefronts) return sample->wavefronts < wavefronts;
    return !sample_is_earlier(sample, block->number, warp);
}

static void keep_sample(SimBlockMemory *block, const Request *request, int wavefronts) {
    Sample *sample = &block->samples[request->access->pc];
    if (!is_sample(block, request->access->pc, request->warp, wavefronts)) return;
    *sample = (Sample){.used = true,
                       .op = request->access->op,
                       .asynchronous = request->asynchronous,
                       .width = (uint8_t)request->width,
                       .wavefronts = wavefronts,
                       .block = block->number,
                       .warp = request->warp,
                       .mask = request->mask,
                       .index = {block->index[0], block->index[1], block->index[2]}};
    for (int lane = 0; lane < WARP_SIZE; lane++) sample->address[lane] = (uint32_t)request->address[lane];
}

static BankCost cost_of(const Request *request, RequestOp op, int width) {
    if (request->strided && request->lanes == 1) return (BankCost){.wavefronts = 1, .conflicts = 0, .ways = 1};
    if (request->strided && (width == 4 || (width > 4 && request->lanes == WARP_SIZE)))
        return bank_cost_strided(op, width, request->lanes, (uint32_t)request->stride);
    uint32_t address[WARP_SIZE];
    for (int lane = 0; lane < WARP_SIZE; lane++) address[lane] = (uint32_t)request->address[lane];
    return bank_cost(op, width, request->mask, address);
}

/* Adds `requests` requests of this cost. */
static void add_cost(uint64_t *row, const SharedCounters *counters, uint64_t requests, BankCost cost) {
    row[counters->requests] += requests;
    row[counters->wavefronts] += requests * (uint64_t)cost.wavefronts;
    row[counters->conflicts] += requests * (uint64_t)cost.conflicts;
}

/* An atomic for which the assembler adds up lanes with the same address is counted as written, and as the assembler
 * leaves it: like a store, of which lanes with the same address share a wavefront. */
static void count_sharing(const Request *request, BankCost *written, BankCost *assembled) {
    if (request->strided) {
        *written = cost_of(request, REQUEST_ATOMIC, request->width);
        *assembled = cost_of(request, REQUEST_STORE, request->width);
        return;
    }
    uint32_t address[WARP_SIZE];
    for (int lane = 0; lane < WARP_SIZE; lane++) address[lane] = (uint32_t)request->address[lane];
    bank_cost_both(request->width, request->mask, address, written, assembled);
}

/* Counts a request as written and, where the assembler made something else of it, as assembled; for all others the
 * written counters are copied when everything is merged. A wider access may start before the address of the first one
 * that it replaces, but by the same distance for all lanes, so that its words lie in other banks with the same
 * conflicts. */
void count_shared(SimBlockMemory *block, const Request *request) {
    RequestOp op = (RequestOp)request->access->op;
    const SimAssembled *assembled = &request->access->assembled;
    uint64_t *row = block->counters[request->access->pc].at, *ways = &row[ways_counter[op]];
    BankCost cost, other;
    if (assembled->how == SIM_LANES_SHARE)
        count_sharing(request, &cost, &other);
    else
        cost = cost_of(request, op, request->width);
    if (assembled->how == SIM_MERGED_FIRST) other = cost_of(request, op, assembled->width);
    add_cost(row, &written_counters[op], 1, cost);
    if (assembled->how == SIM_MERGED_FIRST || assembled->how == SIM_LANES_SHARE)
        add_cost(row, &assembled_counters[op], 1, other);
    if ((uint64_t)cost.ways > *ways) *ways = (uint64_t)cost.ways;
    keep_sample(block, request, cost.wavefronts);
}

bool count_updates(SimBlockMemory *block, const SimAccess *access, uint32_t warp, int written, int assembled) {
    uint64_t *row = block->counters[access->pc].at, *ways = &row[METRIC_SHARED_ATOMIC_WAYS];
    if (is_sample(block, access->pc, warp, written)) return false;
    add_cost(row, &written_counters[REQUEST_ATOMIC], 1, (BankCost){written, written - 1, written});
    if (access->assembled.how == SIM_LANES_SHARE)
        add_cost(row, &assembled_counters[REQUEST_ATOMIC], 1, (BankCost){assembled, assembled - 1, assembled});
    if ((uint64_t)written > *ways) *ways = (uint64_t)written;
    return true;
}

BankCost assembled_cost(const SimAccess *access, const uint32_t address[WARP_SIZE]) {
    if (access->assembled.how != SIM_MERGED_FIRST) return (BankCost){0, 0, 0};
    return bank_cost((RequestOp)access->op, access->assembled.width, ALL_LANES, address);
}

void count_shared_again(SimBlockMemory *block, const SimAccess *access, uint64_t requests, BankCost written,
                        BankCost assembled) {
    uint64_t *row = block->counters[access->pc].at;
    add_cost(row, &written_counters[access->op], requests, written);
    if (access->assembled.how == SIM_MERGED_FIRST) add_cost(row, &assembled_counters[access->op], requests, assembled);
}

void count_bytes(SimBlockMemory *block, const SimAccess *access, PtxSpace space, uint64_t lanes) {
    uint64_t *row = block->counters[access->pc].at, bytes = lanes * access->element * access->vector;
    if (space == PTX_SHARED && access->op == REQUEST_LOAD) row[METRIC_SHARED_LOAD_BYTES] += bytes;
    if (space == PTX_SHARED && access->op == REQUEST_STORE) row[METRIC_SHARED_STORE_BYTES] += bytes;
    if (space == PTX_SHARED && access->op == REQUEST_ATOMIC) row[METRIC_SHARED_ATOMIC_BYTES] += bytes;
    if (space == PTX_GLOBAL && access->op == REQUEST_LOAD) row[METRIC_GLOBAL_LOAD_BYTES] += bytes;
    if (space == PTX_GLOBAL && access->op == REQUEST_STORE) row[METRIC_GLOBAL_STORE_BYTES] += bytes;
    if (space == PTX_GLOBAL && access->op == REQUEST_ATOMIC) row[METRIC_GLOBAL_ATOMIC_BYTES] += bytes;
}

void count_most_sectors(uint64_t *row, SectorCount of_one) {
    uint64_t *most = &row[METRIC_GLOBAL_LOAD_SECTORS_MAX];
    if (of_one.touched > *most) *most = of_one.touched;
}

/* Where several requests come at once, they repeat some that have come one by one: recall.c learns from a request that
 * was counted, for each place in a sector anew. So the most that one of them touches is known already. */
void count_global(SimBlockMemory *block, const SimAccess *access, uint64_t requests, SectorCount sectors) {
    uint64_t *row = block->counters[access->pc].at;
    switch ((RequestOp)access->op) {
    case REQUEST_LOAD:
        row[METRIC_GLOBAL_LOAD_REQUESTS] += requests;
        row[METRIC_GLOBAL_LOAD_SECTORS] += sectors.touched;
        if (requests == 1) count_most_sectors(row, sectors);
        row[METRIC_GLOBAL_LOAD_IDEAL_SECTORS] += sectors.ideal;
        break;
    case REQUEST_STORE:
        row[METRIC_GLOBAL_STORE_REQUESTS] += requests;
        row[METRIC_GLOBAL_STORE_SECTORS] += sectors.touched;
        row[METRIC_GLOBAL_STORE_IDEAL_SECTORS] += sectors.ideal;
        break;
    case REQUEST_ATOMIC:
        row[METRIC_GLOBAL_ATOMIC_REQUESTS] += requests;
        row[METRIC_GLOBAL_ATOMIC_SECTORS] += sectors.touched;
        break;
    case REQUEST_FREE: break; /* moves no bytes */
    }
}

void count_copy_to_assembled(CounterRow *counters) {
    uint64_t *row = counters->at;
    for (RequestOp op = REQUEST_LOAD; op <= REQUEST_ATOMIC; op++) {
        const SharedCounters *written = &written_counters[op], *assembled = &assembled_counters[op];
        row[assembled->requests] = row[written->requests];
        row[assembled->wavefronts] = row[written->wavefronts];
        row[assembled->conflicts] = row[written->conflicts];
    }
}
