/* The first attempt at races on global memory, by threads (global.c): which thread owns a cell, and which cells others
 * read or updated. Also reads of what no thread wrote. */
#include <stdio.h>
#include <string.h>

#include "finding_kinds.h"
#include "sim/memory/address_fault.h"
#include "sim/memory/races/global.h"
#include "sim/memory/races/watched.h"

/* ---- marks ------------------------------------------------------------------------------------------------------- */

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

static void mark_lanes(Watch *watch, MarkKind kind, const Request *request, uint32_t lanes, uint64_t start) {
    if (!watch->marked[kind]) watch->marked[kind] = true;
    set_marks(watch, watch->mark[kind], request, lanes, start);
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

static bool was_written(const Watch *watch, const Span *span, size_t cell) {
    return owner_of(watch, cell) != 0 ||
           (watch->mark[MARK_UPDATED] != NULL && watch->mark[MARK_UPDATED][mark_of(cell)] != 0) ||
           defined_any(&span->defined, (uint64_t)cell << watch->shift, UINT64_C(1) << watch->shift);
}

/* Reports the first lane that reads what was not written. */
static void find_unwritten(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span) {
    const Watch *watch = span->watch;
    size_t cells = (size_t)((uint64_t)(request->width - 1) >> watch->shift) + 1;
    if (request->access->gap) return;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        size_t first = (size_t)((request->address[lane] - span->start) >> watch->shift);
        uint32_t written = 0;
        for (size_t i = 0; i < cells; i++) written |= (uint32_t)was_written(watch, span, first + i) << i;
        if (find_unwritten_piece(request->access, written, (int)cells) < 0) continue;
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
static bool is_update(const SimBlockMemory *block, const SimAccess *access) {
    if (access->op == REQUEST_ATOMIC) return !access->block_scope && !(block->layout->exchanges && access->overwrites);
    return access->op == REQUEST_LOAD && access->synchronising && (access->waits || access->acquires);
}

void global_threads_access(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span) {
    Watch *watch = span->watch;
    RequestOp op = (RequestOp)request->access->op;
    bool update = is_update(block, request->access);
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
    if (row && lanes == request->mask) {
        if (!watch->marked[kind]) watch->marked[kind] = true;
        defer_read(block, request, span);
        return;
    }
    mark_lanes(watch, kind, request, lanes, span->start);
    bool wide = request->access->element >= 8;
    if (update && watch->mark[MARK_UPDATED_WIDE] != NULL)
        mark_lanes(watch, wide ? MARK_UPDATED_WIDE : MARK_UPDATED_NARROW, request, lanes, span->start);
}

bool watch_ignores(const Watch *watch, RequestOp op, int width) {
    if (watch == NULL) return true;
    return op == REQUEST_LOAD && watch->initialised && watch->level == WATCH_THREADS && width >> watch->shift != 0 &&
           watch->mark[MARK_READ] == NULL;
}

/* ---- rows of words ----------------------------------------------------------------------------------------------- */

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

bool global_threads_row(SimBlockMemory *block, Watch *watch, RequestOp op, uint32_t warp, size_t cell) {
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
