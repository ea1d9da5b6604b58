/* Races on global memory, found in up to three attempts at the launch. A cell is 4 bytes, or an element where that is
 * smaller.
 *
 * First attempt, by threads. In most kernels every element that is written belongs to one thread, so that nothing can
 * race. For each cell the watch keeps the thread that wrote it (its owner), a mark that another access read it, and a
 * mark that an atomic updated it. A thread that reads or writes again what it wrote itself sets no mark. Marks are
 * only ever set, so that workers need no order among them. Where a warp writes a whole row of 32 cells, one number
 * stands for its owners, until a thread writes there in another way (Watch.row). An allocation becomes a candidate for
 * closer watching where a cell
 *     was written by two threads
 *     was written by one thread and read by another
 *     was updated by an atomic, and written or read otherwise as well.
 * Two workers that write a cell at the same moment may both find it without an owner. So each worker counts the cells
 * that it was the first to write: if the sum is larger than the number of cells with an owner, all written
 * allocations are candidates. Buffers that are no outputs have no marks of reads: such a buffer is a candidate once
 * it is written.
 *
 * Second attempt, by blocks (global_blocks.c). Threads of one block may hand cells on to each other, with a barrier
 * between. As soon as the first attempt finds such a cell it ends, and the launch is run again, on all workers. No
 * race is possible where no cell that is written is accessed by two blocks, and barriers lie between the accesses
 * within a block. Without this attempt, a bitonic sort of 1000 blocks takes 3 times as long, a stencil in place 9
 * times, an exchange between neighbours 8 times (measured, with a million elements or fewer).
 *
 * Third attempt, exactly (exact.c). As soon as the second attempt finds a cell that breaks those conditions it ends,
 * and the launch is run on one worker, blocks in ascending order, so that findings never depend on the number of
 * workers. For each cell of a candidate all accesses are kept that may still race. Blocks are concurrent, whatever
 * order they ran in, unless causality.c orders them. The other allocations are watched by blocks, because the second
 * attempt saw only a part of the launch; if one of them becomes a candidate now, this attempt is repeated. Memory
 * from malloc is watched exactly from the start, because kernels that call malloc run on one worker anyway.
 *
 * The owners and marks also show reads of what no thread wrote: of outputs that hold nothing when the kernel starts,
 * and of memory that malloc has just returned. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "finding_kinds.h"
#include "sim/memory/address_fault.h"
#include "sim/memory/races/global.h"
#include "sim/memory/races/watched.h"
#include "sim/memory/space/share.h"

/* ---- set-up ------------------------------------------------------------------------------------------------------ */

static int shift_of(uint32_t element) {
    return element == 1 || element == 2 ? (int)element - 1 : 2;
}

Watch *watch_new(uint64_t size, uint32_t element, bool written, bool initialised) {
    Watch *watch = memory_zeroed(1, sizeof *watch);
    watch->shift = shift_of(element);
    watch->cells = (size_t)((size >> watch->shift) + 1);
    if (watch->cells > MARKS_TOGETHER) watch->cells = (watch->cells / MARKS_TOGETHER + 1) * MARKS_TOGETHER;
    watch->initialised = initialised;
    watch->touched = memory_zeroed(watch->cells / MARKS_TOGETHER + 2, 1);
    watch->owner = (uint32_t *)(void *)host_allocate(watch->cells * sizeof *watch->owner, &watch->owner_host);
    for (int kind = 0; kind < MARK_COUNT && written; kind++)
        watch->mark[kind] = host_allocate(watch->cells, &watch->host[kind]);
    return watch;
}

void watch_free(Watch *watch) {
    if (watch == NULL) return;
    exact_free(watch);
    for (int kind = 0; kind < MARK_COUNT; kind++) host_free(&watch->host[kind]);
    free(watch->touched);
    host_free(&watch->owner_host);
    host_free(&watch->row_host);
    host_free(&watch->reader_host);
    free(watch);
}

void sim_memory_watch(SimMemory *memory, uint64_t address, bool written, bool initialised) {
    const Span *found = span_find(&memory->global, address);
    if (found == NULL) return;
    Span *span = &memory->global.at[found - memory->global.at];
    span->watched = true;
    span->input = !written;
    defined_free(&span->defined);
    span->defined.all = initialised;
}

static void drop_watch(Span *span) {
    if (span->watch != NULL && span->watch->narrow) span->bytewise = true;
    watch_free(span->watch);
    span->watch = NULL;
}

static void watch_at_level(SimMemory *memory, const uint8_t *candidates, WatchLevel level) {
    uint8_t *copy = candidates != NULL ? memory_zeroed(memory->global.count + 1, 1) : NULL;
    if (copy != NULL) memcpy(copy, candidates, memory->global.count);
    free(memory->candidates);
    memory->candidates = copy;
    memory->level = (uint8_t)level;
    for (size_t i = 0; i < memory->global.count; i++) drop_watch(&memory->global.at[i]);
    for (size_t i = 0; i < memory->heap.count; i++) drop_watch(&memory->heap.at[i]->span);
}

void sim_memory_watch_threads(SimMemory *memory) {
    watch_at_level(memory, NULL, WATCH_THREADS);
}

void sim_memory_watch_blocks(SimMemory *memory, const uint8_t *candidates) {
    watch_at_level(memory, candidates, WATCH_BLOCKS);
}

void sim_memory_watch_exactly(SimMemory *memory, const uint8_t *candidates) {
    watch_at_level(memory, candidates, WATCH_EXACT);
}

/* The second attempt watches by blocks what is written or a candidate; in the third, candidates are watched exactly. */
static Watch *watch_of(const SimMemory *memory, const Span *span) {
    size_t number = (size_t)(span - memory->global.at);
    uint8_t candidate = memory->candidates != NULL ? memory->candidates[number] : 0;
    bool closer = memory->level != WATCH_THREADS && (candidate != 0 || !span->input);
    uint32_t element = candidate == WATCH_BYTES || span->bytewise ? 1 : span->element;
    Watch *watch = watch_new(span->size, element, closer || !span->input, span->defined.all);
    if (!closer) {
        size_t rows = watch->cells / WARP_SIZE + 1;
        watch->row = (uint32_t *)(void *)host_allocate(rows * sizeof *watch->row, &watch->row_host);
        return watch;
    }
    watch->level = memory->level == WATCH_EXACT && candidate != 0 ? WATCH_EXACT : WATCH_BLOCKS;
    if (watch->level == WATCH_EXACT) return watch;
    watch->number = number;
    watch->reader = (uint32_t *)(void *)host_allocate(watch->cells * sizeof *watch->reader, &watch->reader_host);
    return watch;
}

void watch_make(SimMemory *memory, Span *span) {
    pthread_mutex_lock(&memory->lock);
    if (span->watch == NULL) {
        Watch *watch = span->start >= SIM_HEAP_BASE ? watch_chunk(span->size) : watch_of(memory, span);
        if (span->start >= SIM_HEAP_BASE) watch->initialised = span->defined.all;
        __atomic_store_n(&span->watch, watch, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&memory->lock);
}

/* ---- the first attempt ------------------------------------------------------------------------------------------- */

static void set_run(uint8_t *marks, size_t cell, size_t count) {
    if (count == WARP_SIZE && cell % WARP_SIZE == 0) {
        memset(marks + mark_of(cell), 1, WARP_SIZE);
        return;
    }
    while (count != 0) {
        size_t within = MARKS_IN_LINE - cell % MARKS_IN_LINE, now = count < within ? count : within;
        memset(marks + mark_of(cell), 1, now);
        cell += now;
        count -= now;
    }
}

/* How the cells of a request lie: one after the other, one for each lane in even steps, or any other way. */
typedef enum Layout { CELLS_SIDE_BY_SIDE, CELLS_APART, CELLS_SCATTERED } Layout;

static Layout layout_of(const Watch *watch, const Request *request, uint32_t lanes) {
    if (!request->strided || lanes != request->mask) return CELLS_SCATTERED;
    int64_t width = request->width, cell = INT64_C(1) << watch->shift;
    if (request->stride == width && width >= cell) return CELLS_SIDE_BY_SIDE;
    return width <= cell && request->stride % cell == 0 ? CELLS_APART : CELLS_SCATTERED;
}

static void touch_lanes(const Watch *watch, const Request *request, uint32_t lanes, uint64_t start) {
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint64_t at = request->address[__builtin_ctz(left)] - start;
        touch_cells(watch, (size_t)(at >> watch->shift), (size_t)((at + (uint64_t)request->width - 1) >> watch->shift));
    }
}

/* Marks the cells of the lanes, which all lie in the span that begins at start. */
static void set_marks(const Watch *watch, uint8_t *marks, const Request *request, uint32_t lanes, uint64_t start) {
    size_t cells = (size_t)((uint64_t)(request->width - 1) >> watch->shift) + 1;
    if (layout_of(watch, request, lanes) == CELLS_SIDE_BY_SIDE) {
        set_run(marks, (size_t)((request->low - start) >> watch->shift), (size_t)request->lanes * cells);
        return;
    }
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        set_run(marks, (size_t)((request->address[__builtin_ctz(left)] - start) >> watch->shift), cells);
}

/* ---- owners ------------------------------------------------------------------------------------------------------ */

/* The cells that one request writes: it makes its threads their owners. */
typedef struct Claim {
    const Watch *watch;
    uint32_t first, threads; /* owners first .. first + threads - 1 are the threads of this block */
    uint64_t fresh;          /* cells that had no owner */
    bool two_writers;        /* some had another thread as their owner, */
    bool between_blocks;     /* one of another block */
} Claim;

/* The owner that stands for the warp's lane 0: its number in the grid, plus one. 0 for numbers beyond 32 bits, which
 * cannot be kept. */
static uint32_t first_owner(const SimBlockMemory *block, uint32_t warp) {
    uint64_t threads = block->layout->threads;
    if ((block->number + 1) * threads + WARP_SIZE >= UINT32_MAX) return 0;
    return (uint32_t)(block->number * threads + warp * WARP_SIZE + 1);
}

static Claim make_claim(const SimBlockMemory *block, const Watch *watch) {
    return (Claim){.watch = watch, .first = first_owner(block, 0), .threads = block->layout->threads};
}

/* Lets owner[] hold the owners of the cell's row. Another worker that claims one of its cells at this moment may be
 * overlooked, like two that claim the same cell: then more cells were claimed than have an owner. */
static void spread_row(const Watch *watch, size_t cell) {
    uint32_t first = row_owner(watch, cell);
    if (first == ROW_OF_CELLS) return;
    uint32_t *owner = watch->owner + mark_of(cell - cell % WARP_SIZE);
    for (uint32_t lane = 0; lane < WARP_SIZE && first != 0; lane++) owner[lane] = first + lane;
    watch->row[cell / WARP_SIZE] = ROW_OF_CELLS;
}

static inline void claim_cell(Claim *claim, size_t cell, uint32_t who) {
    const Watch *watch = claim->watch;
    if (row_owner(watch, cell) != ROW_OF_CELLS) {
        if (owner_of(watch, cell) == who) return;
        spread_row(watch, cell);
    }
    touch_cells(watch, cell, cell);
    uint32_t *owner = &watch->owner[mark_of(cell)], before = *owner;
    claim->fresh += before == 0;
    claim->two_writers |= before != 0 && before != who;
    claim->between_blocks |= before != 0 && before - claim->first >= claim->threads;
    *owner = who;
}

/* True where nobody owned a cell of the row, or these threads did: then they do. */
static bool claim_whole_row(Claim *claim, size_t cell, uint32_t who) {
    uint32_t before = row_owner(claim->watch, cell);
    if (before != 0) return before == who;
    touch_cells(claim->watch, cell, cell);
    claim->fresh += WARP_SIZE;
    claim->watch->row[cell / WARP_SIZE] = who;
    return true;
}

/* One cell for each lane, side by side, from a multiple of WARP_SIZE on. */
static void claim_row(Claim *claim, size_t cell, uint32_t who) {
    if (claim_whole_row(claim, cell, who)) return;
    uint32_t *owner = claim->watch->owner + mark_of(cell), fresh = 0, different_owner = 0, other_block = 0;
    touch_cells(claim->watch, cell, cell);
    spread_row(claim->watch, cell);
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++) {
        uint32_t before = owner[lane], empty = before == 0;
        fresh += empty;
        different_owner |= (before ^ (who + lane)) & (empty - 1);
        other_block |= (uint32_t)(before - claim->first >= claim->threads) & (1 - empty);
        owner[lane] = who + lane;
    }
    claim->fresh += fresh;
    claim->two_writers |= different_owner != 0;
    claim->between_blocks |= other_block != 0;
}

/* A thread accessed a cell that another one wrote. Within a block that ends the attempt, because the second attempt
 * may suffice; between blocks it is only recorded. Where the cell is watched exactly already, it is no reason to
 * repeat the launch. */
static void note_sharing(SimBlockMemory *block, Watch *watch, bool between_blocks) {
    if (watch->level == WATCH_EXACT) return;
    if (between_blocks && !watch->between_blocks) watch->between_blocks = true;
    if (!between_blocks) watch_must_repeat(block);
}

static void note_claim(SimBlockMemory *block, Watch *watch, const Claim *claim) {
    if (!watch->written) watch->written = true;
    if (claim->two_writers && !watch->two_writers) watch->two_writers = true;
    if (claim->two_writers) note_sharing(block, watch, claim->between_blocks);
    if (watch->level == WATCH_THREADS) block->cells_written += claim->fresh;
}

static void claim_full_row(SimBlockMemory *block, Watch *watch, size_t cell, uint32_t who) {
    Claim claim = make_claim(block, watch);
    claim_row(&claim, cell, who);
    note_claim(block, watch, &claim);
}

static void claim_lanes(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span) {
    Watch *watch = span->watch;
    uint32_t cells = (uint32_t)((uint64_t)(request->width - 1) >> watch->shift) + 1;
    uint32_t who = first_owner(block, request->warp);
    if (cells == 1 && lanes == ALL_LANES && who != 0 && layout_of(watch, request, lanes) == CELLS_SIDE_BY_SIDE) {
        size_t cell = (size_t)((request->low - span->start) >> watch->shift);
        if (cell % WARP_SIZE == 0) {
            claim_full_row(block, watch, cell, who);
            return;
        }
    }
    Claim claim = make_claim(block, watch);
    claim.two_writers = claim.between_blocks = who == 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        size_t cell = (size_t)((request->address[lane] - span->start) >> watch->shift);
        for (uint32_t i = 0; i < cells; i++) claim_cell(&claim, cell + i, who + lane);
    }
    note_claim(block, watch, &claim);
}

/* The lanes that own all cells of their access. Notes cells that another thread owns. */
static uint32_t lanes_that_own(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span) {
    Watch *watch = span->watch;
    uint32_t cells = (uint32_t)((uint64_t)(request->width - 1) >> watch->shift) + 1;
    uint32_t who = first_owner(block, request->warp), owning = 0;
    uint32_t first = first_owner(block, 0), threads = block->layout->threads;
    bool shared = false, between = false;
    if (!watch->written || who == 0) return 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), different_owner = 0;
        size_t cell = (size_t)((request->address[lane] - span->start) >> watch->shift);
        for (uint32_t i = 0; i < cells; i++) {
            uint32_t owner = owner_of(watch, cell + i), different = owner ^ (who + lane);
            different_owner |= different;
            shared |= owner != 0 && different != 0;
            between |= owner != 0 && owner - first >= threads;
        }
        owning |= (uint32_t)(different_owner == 0) << lane;
    }
    if (shared) note_sharing(block, watch, between);
    return owning;
}

static void report_unwritten(SimBlockMemory *block, const Request *request, int lane) {
    uint32_t pc = request->access->pc;
    if (finding_again(block, FINDING_UNINITIALISED, true, pc, UINT32_MAX)) return;
    char place[FAULT_TEXT], thread[32];
    sim_finding(block, FINDING_UNINITIALISED, true, pc, UINT32_MAX,
                "%s: read by thread %s of block (%u,%u,%u) before any thread wrote it",
                fault_place(block, PTX_GLOBAL, request->address[lane], request->width, place),
                sim_thread_name(block, request->warp * WARP_SIZE + (uint32_t)lane, thread), block->index[0],
                block->index[1], block->index[2]);
}

/* Reports the first lane that reads only cells that were never written. A lane that reads a written cell as well is
 * left out: structures are copied with their padding. */
static void find_unwritten(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span) {
    const Watch *watch = span->watch;
    size_t cells = (size_t)((uint64_t)(request->width - 1) >> watch->shift) + 1;
    if (request->access->gap) return;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        size_t first = (size_t)((request->address[lane] - span->start) >> watch->shift);
        bool written = false;
        for (size_t cell = first; cell < first + cells; cell++)
            written |= owner_of(watch, cell) != 0 ||
                       (watch->mark[MARK_UPDATED] != NULL && watch->mark[MARK_UPDATED][mark_of(cell)] != 0);
        if (written || defined_any(&span->defined, (uint64_t)first << watch->shift, (uint64_t)cells << watch->shift))
            continue;
        report_unwritten(block, request, lane);
        return;
    }
}

/* For y[i] = 2 * y[i] a warp's read is deferred, and dropped where the same lanes then write the same cells, because
 * no other thread is involved. Only reads with one cell for each lane, none shared, are deferred. */
static bool is_row(const Watch *watch, const Request *request, uint32_t lanes) {
    return request->strided && request->stride >= request->width && lanes == request->mask &&
           watch->level == WATCH_THREADS && request->width == 1 << watch->shift &&
           request->stride % request->width == 0;
}

static PendingRead row_of(const Request *request, const Span *span) {
    return (PendingRead){.watch = span->watch,
                         .first = request->low - span->start,
                         .stride = (uint64_t)request->stride,
                         .width = request->width,
                         .lanes = request->lanes,
                         .first_lane = request->first_lane};
}

static void flush_read(PendingRead *read) {
    if (read->watch == NULL) return;
    size_t step = (size_t)(read->stride >> read->watch->shift), first = (size_t)(read->first >> read->watch->shift);
    uint8_t *marks = read->watch->mark[MARK_READ];
    if (step == 1)
        set_run(marks, first, (size_t)read->lanes);
    else
        for (size_t lane = 0; lane < (size_t)read->lanes; lane++) marks[mark_of(first + lane * step)] = 1;
    read->watch = NULL;
}

void global_flush(SimBlockMemory *block) {
    for (size_t warp = 0; warp < MAX_THREADS / WARP_SIZE; warp++)
        for (size_t i = 0; i < PENDING_READS; i++) flush_read(&block->pending[warp][i]);
}

static void defer_read(SimBlockMemory *block, const Request *request, const Span *span) {
    PendingRead *read = &block->pending[request->warp][block->next_pending[request->warp]++ % PENDING_READS];
    flush_read(read);
    *read = row_of(request, span);
}

static void drop_own_read(SimBlockMemory *block, uint32_t warp, PendingRead row) {
    for (size_t i = 0; i < PENDING_READS; i++) {
        PendingRead *read = &block->pending[warp][i];
        if (read->watch == row.watch && read->first == row.first && read->stride == row.stride &&
            read->width == row.width && read->lanes == row.lanes && read->first_lane == row.first_lane)
            read->watch = NULL;
    }
}

/* Whether the first attempt marks a strong access as an update, which other updates may follow without a race. The
 * other strong accesses count as plain ones: where threads share a cell by them, the allocation becomes a candidate
 * and exact.c judges it. */
static bool is_update(const SimAccess *access) {
    if (access->op == REQUEST_ATOMIC) return !access->block_scope;
    return access->op == REQUEST_LOAD && access->synchronising && (access->waits || access->acquires);
}

static void mark(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span) {
    Watch *watch = span->watch;
    RequestOp op = (RequestOp)request->access->op;
    bool update = is_update(request->access);
    if (op != REQUEST_STORE && !watch->initialised) find_unwritten(block, request, lanes, span);
    if ((request->width >> watch->shift) == 0) watch->narrow = true;
    if (watch->mark[MARK_READ] == NULL) { /* declared as no output */
        if (op != REQUEST_LOAD) watch->unexpected = true;
        if (op == REQUEST_LOAD || update) return;
    }
    if (watch->level == WATCH_BLOCKS && !update) {
        blocks_access(block, request, lanes, span);
        return;
    }
    bool row = !update && is_row(watch, request, lanes);
    if (op != REQUEST_LOAD && !update) {
        if (row) drop_own_read(block, request->warp, row_of(request, span));
        claim_lanes(block, request, lanes, span);
        return;
    }
    if (!update) lanes &= ~lanes_that_own(block, request, lanes, span);
    if (lanes == 0) return;
    MarkKind kind = update ? MARK_UPDATED : MARK_READ;
    if (update) touch_lanes(watch, request, lanes, span->start);
    if (!watch->marked[kind]) watch->marked[kind] = true;
    if (row && lanes == request->mask)
        defer_read(block, request, span);
    else
        set_marks(watch, watch->mark[kind], request, lanes, span->start);
}

bool watch_ignores(const Watch *watch, RequestOp op, int width) {
    if (watch == NULL) return true;
    return op == REQUEST_LOAD && watch->initialised && watch->level == WATCH_THREADS && width >> watch->shift != 0 &&
           watch->mark[MARK_READ] == NULL;
}

/* ---- rows of words ----------------------------------------------------------------------------------------------- */

enum { WORD_SHIFT = 2 };

bool watch_takes_rows(const Watch *watch) {
    return watch != NULL && watch->level != WATCH_EXACT && watch->shift == WORD_SHIFT && watch->mark[MARK_READ] != NULL;
}

static bool row_belongs_to(const Watch *watch, size_t cell, uint32_t who) {
    uint32_t first = row_owner(watch, cell);
    if (first != ROW_OF_CELLS) return first == who;
    const uint32_t *owner = watch->owner + mark_of(cell);
    uint32_t different_owner = 0;
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++) different_owner |= owner[lane] ^ (who + lane);
    return different_owner == 0;
}

/* global_row in the first attempt: true for a store, and for a load of a row that this warp owns. */
static bool threads_row(SimBlockMemory *block, Watch *watch, RequestOp op, uint32_t warp, size_t cell) {
    uint32_t who = first_owner(block, warp);
    if (cell % WARP_SIZE != 0 || who == 0) return false;
    if (op == REQUEST_STORE) {
        drop_own_read(block, warp,
                      (PendingRead){.watch = watch,
                                    .first = (uint64_t)cell << WORD_SHIFT,
                                    .stride = 1 << WORD_SHIFT,
                                    .width = 1 << WORD_SHIFT,
                                    .lanes = WARP_SIZE});
        claim_full_row(block, watch, cell, who);
        return true;
    }
    return row_belongs_to(watch, cell, who);
}

bool global_row(SimBlockMemory *block, Watch *watch, RequestOp op, uint32_t pc, uint32_t warp, uint64_t first,
                bool down) {
    size_t cell = (size_t)(first >> WORD_SHIFT) - (down ? WARP_SIZE - 1 : 0);
    if (watch->level == WATCH_THREADS) return !down && threads_row(block, watch, op, warp, cell);
    return blocks_row(block, watch, op, pc, warp, cell, down);
}

/* ---- between the attempts ---------------------------------------------------------------------------------------- */

typedef struct Count {
    const Watch *watch;
    const uint32_t *owner;
    size_t shares;
    uint64_t owned[MOST_SHARES];
} Count;

/* The end of the cells from `at` on that are touched or untouched together. */
static size_t end_of_group(size_t at, size_t stop) {
    size_t end = (at / MARKS_TOGETHER + 1) * MARKS_TOGETHER;
    return end < stop ? end : stop;
}

static bool is_touched(const Watch *watch, size_t cell) {
    return watch->touched[cell / MARKS_TOGETHER] != 0;
}

/* A row of cells as the watch's owner[] or reader[] says it. */
typedef struct CellRow {
    const uint32_t *owner; /* of each cell; NULL: */
    bool all;              /* whether all cells have an owner, or none has */
    size_t cells;
} CellRow;

/* The row whose first mark is `at`. Rows are gone through by their marks: in the order in which owners lie in memory.
 */
static CellRow row_at(const Watch *watch, const uint32_t *owner, size_t at, size_t end) {
    size_t cell = mark_of(at); /* the permutation is its own inverse */
    uint32_t first = owner == watch->owner ? row_owner(watch, cell) : ROW_OF_CELLS;
    return (CellRow){.owner = first == ROW_OF_CELLS ? owner + at : NULL,
                     .all = first != 0,
                     .cells = end - at < WARP_SIZE ? end - at : WARP_SIZE};
}

/* Almost all rows are whole, and a loop of fixed length is several times as fast. */
static uint32_t count_in_row(const CellRow *row) {
    uint32_t some = 0;
    if (row->owner == NULL) return row->all ? WARP_SIZE : 0;
    if (row->cells == WARP_SIZE)
        for (size_t i = 0; i < WARP_SIZE; i++) some += row->owner[i] != 0;
    else
        for (size_t i = 0; i < row->cells; i++) some += row->owner[i] != 0;
    return some;
}

static void count_share(void *context, size_t share) {
    Count *count = context;
    size_t rows = count->watch->cells / WARP_SIZE, each = rows / count->shares * WARP_SIZE, start = share * each;
    size_t stop = share + 1 == count->shares ? count->watch->cells : start + each;
    uint64_t owned = 0;
    for (size_t end; start < stop; start = end) {
        end = end_of_group(start, stop);
        if (!is_touched(count->watch, start)) continue;
        for (size_t at = start; at < end; at += WARP_SIZE) {
            CellRow row = row_at(count->watch, count->owner, at, end);
            owned += count_in_row(&row);
        }
    }
    count->owned[share] = owned;
}

/* How many cells have an owner, or a reader. */
static uint64_t count_owned(const Watch *watch, const uint32_t *owner, size_t threads) {
    if (owner == NULL) return 0;
    Count count = {.watch = watch, .owner = owner, .shares = sim_shares(watch->cells * sizeof *owner, threads)};
    uint64_t owned = 0;
    sim_share_work(count.shares, count_share, &count);
    for (size_t i = 0; i < count.shares; i++) owned += count.owned[i];
    return owned;
}

static const uint8_t *marks_of(const Watch *watch, MarkKind kind) {
    return watch->marked[kind] ? watch->mark[kind] : NULL;
}

static bool any_in_both(const Watch *watch, const uint32_t *owner, const uint8_t *marks) {
    uint32_t both = 0;
    for (size_t start = 0, end; start < watch->cells && owner != NULL && marks != NULL; start = end) {
        end = end_of_group(start, watch->cells);
        if (!is_touched(watch, start)) continue;
        for (size_t at = start; at < end; at += WARP_SIZE) {
            CellRow row = row_at(watch, owner, at, end);
            if (row.owner == NULL && !row.all) continue;
            for (size_t i = 0; i < row.cells; i++)
                both |= (uint32_t)(row.owner == NULL || row.owner[i] != 0) & marks[at + i];
        }
    }
    return both != 0;
}

static bool any_marked_twice(const Watch *watch, const uint8_t *one, const uint8_t *other) {
    uint32_t both = 0;
    for (size_t start = 0, end; start < watch->cells && one != NULL && other != NULL; start = end) {
        end = end_of_group(start, watch->cells);
        if (!is_touched(watch, start)) continue;
        for (size_t at = start; at < end; at++) both |= one[at] & other[at];
    }
    return both != 0;
}

/* Whether a cell was updated by an atomic, and was also written or read. */
static bool is_updated_too(const Watch *watch) {
    const uint8_t *read = marks_of(watch, MARK_READ), *updated = marks_of(watch, MARK_UPDATED);
    return any_marked_twice(watch, read, updated) || (watch->written && any_in_both(watch, watch->owner, updated)) ||
           any_in_both(watch, watch->reader, updated);
}

/* Second attempt: whether a cell was written by one block and read by another. */
static bool is_read_by_another(const Watch *watch) {
    uint32_t both = 0;
    for (size_t start = 0, end; start < watch->cells && watch->reader != NULL && watch->written; start = end) {
        end = end_of_group(start, watch->cells);
        if (!is_touched(watch, start)) continue;
        for (size_t at = start; at < end; at++)
            both |= (uint32_t)(watch->owner[at] != 0) & (uint32_t)(watch->reader[at] != 0) &
                    (uint32_t)(watch->owner[at] != watch->reader[at]);
    }
    return both != 0;
}

/* Whether a cell was written, and read by another thread; in the second attempt: by another block. */
static bool is_read_too(const Watch *watch) {
    return is_read_by_another(watch) ||
           (watch->written && any_in_both(watch, watch->owner, marks_of(watch, MARK_READ)));
}

uint8_t *sim_memory_candidates(const SimMemory *memory, SimBlockMemory *const *blocks, size_t count) {
    uint64_t claimed = 0, owned = 0;
    bool found = false;
    uint8_t *candidates = memory_zeroed(memory->global.count + 1, 1);
    for (size_t i = 0; i < count; i++) {
        global_flush(blocks[i]);
        claimed += blocks[i]->cells_written;
    }
    for (size_t i = 0; i < memory->global.count; i++) {
        const Watch *watch = memory->global.at[i].watch;
        if (watch == NULL) continue;
        if (watch->level == WATCH_EXACT) {
            if (watch->narrow && watch->shift > 0) candidates[i] = WATCH_BYTES;
            found |= candidates[i] != 0;
            continue;
        }
        if (count > 1 && watch->written) owned += count_owned(watch, watch->owner, count);
        if (count > 1) owned += count_owned(watch, watch->reader, count);
        if (watch->two_writers || watch->between_blocks || watch->unexpected || is_updated_too(watch) ||
            is_read_too(watch))
            candidates[i] = WATCH_EXACTLY;
        if (watch->narrow) candidates[i] = WATCH_BYTES;
        found |= candidates[i] != 0;
    }
    for (size_t i = 0; count > 1 && claimed != owned && i < memory->global.count; i++) {
        const Watch *watch = memory->global.at[i].watch;
        if (candidates[i] == 0 && watch != NULL && (watch->written || watch->reader != NULL))
            candidates[i] = WATCH_EXACTLY;
        found |= candidates[i] != 0;
    }
    if (found || memory->must_repeat)
        return candidates; /* a launch that ended early is repeated even without a candidate */
    free(candidates);
    return NULL;
}

bool sim_memory_add_candidates(const SimMemory *memory, uint8_t *known, const uint8_t *found) {
    bool more = false;
    for (size_t i = 0; i < memory->global.count; i++) {
        more |= found[i] > known[i];
        known[i] = found[i] > known[i] ? found[i] : known[i];
    }
    return more;
}

bool sim_memory_must_repeat(const SimMemory *memory) {
    return memory->must_repeat;
}

bool sim_memory_shared_conflicts(const SimMemory *memory) {
    return memory->shared_conflicts;
}

bool sim_memory_between_blocks(const SimMemory *memory) {
    bool between = false;
    for (size_t i = 0; i < memory->global.count; i++) {
        const Watch *watch = memory->global.at[i].watch;
        between |= watch != NULL && (watch->between_blocks || is_updated_too(watch));
    }
    return between;
}

Watch *watch_chunk(uint64_t size) {
    Watch *watch = watch_new(size, 1, true, false);
    watch->level = WATCH_EXACT;
    return watch;
}

static void watch_lanes(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span) {
    watch_touch(block->memory, span);
    if (span->watch == NULL) return;
    bool exact = span->watch->level == WATCH_EXACT;
    if (exact) exact_access(block, request, lanes, span->watch, span->start, span->host);
    /* After exact_access, marks are needed only to find reads of what no thread wrote. */
    if (!exact || !span->watch->initialised) mark(block, request, lanes, span);
}

void global_access(SimBlockMemory *block, const Request *request, const Span *span) {
    if (span != NULL) {
        watch_lanes(block, request, request->mask, span);
        return;
    }
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        watch_lanes(block, request, UINT32_C(1) << lane, find_span(block, PTX_GLOBAL, request->address[lane]));
    }
}

bool global_watched_exactly(const SimBlockMemory *block, const Request *request, const Span *span) {
    if (span == NULL) span = find_span(block, PTX_GLOBAL, request->address[__builtin_ctz(request->mask)]);
    return span != NULL && span->watch != NULL && span->watch->level == WATCH_EXACT;
}
