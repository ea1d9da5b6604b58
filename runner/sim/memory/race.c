/* Races on shared memory, by what happens before what and not by the order in which warps happened to run; and reads of
 * what nobody wrote.
 *
 * Time moves on at every barrier and never goes back, so that a barrier or a new block costs nothing: what lies
 * before the last block-wide barrier is past. Shared memory is divided into cells of 4 bytes (fewer, once a narrower
 * access is seen: then all of the shadow is refined). For each cell and for reads and writes apart, the shadow
 * remembers who accessed it since the last barrier:
 *
 *     time     when the first one did, of the warp that came first
 *     first    that thread and its instruction, and whether there is a
 *     second   another thread of the same warp, since that warp's last barrier
 *     other    a thread of another warp
 *
 * Where only barriers of the whole block and of whole warps make order, that is enough to forget nobody who matters.
 * Whoever accesses the cell next belongs to another warp than `first` or to another than `other`, so a race between
 * warps is found whichever threads came before; and within first's warp it is another thread than `first` or than
 * `second`. Both are errors: since Volta the lanes of a warp need not run in step, and CUDA asks for __syncwarp() where
 * they exchange through memory.
 *
 * Where a kernel may make order by more than that (layout->point_to_point), what looks like a race here may be none.
 * Then the launch is done again with all of shared memory watched exactly (exact.c), and this shadow is not used. Most
 * such kernels never get there: their fences and tickets are about global memory.
 *
 * Read-modify-writes keep a second shadow: they race with plain accesses only. They are remembered as writes alone, as
 * whatever races with a read races with a write.
 *
 * The usual request has its lanes a fixed distance apart: its cells are scanned once in a loop that the compiler
 * vectorises, which answers "nobody but the same thread" or "look closer". */
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/memory.h"
#include "finding_kinds.h"
#include "sim/memory/address_fault.h"
#include "sim/memory/causality.h"
#include "sim/memory/watch.h"

/* ---- set-up, time ------------------------------------------------------------------------------------------------ */

static AccessSet make_set(Arena *arena, size_t cells) {
    return (AccessSet){arena_array(arena, int32_t, cells), arena_array(arena, uint32_t, cells),
                       arena_array(arena, uint32_t, cells), arena_array(arena, uint32_t, cells)};
}

static Shadow make_shadow(Arena *arena, size_t cells) {
    return (Shadow){.reads = make_set(arena, cells), .writes = make_set(arena, cells)};
}

void race_set_up(SimBlockMemory *block) {
    Races *races = &block->races;
    races->on = block->layout->races && block->layout->shared_size != 0 && block->layout->threads <= MAX_THREADS;
    if (!races->on) return;
    races->cell_shift = 2;
    races->cells = (block->layout->shared_size + 3) / 4;
    if (block->layout->point_to_point && block->layout->exact_shared) {
        races->watch = RACES_OF_ALL;
        races->exact = memory_zeroed(1, sizeof *races->exact);
        *races->exact = (Watch){.is_shared = true, .shift = races->cell_shift, .cells = races->cells};
        return;
    }
    races->watch = RACES_OF_WORDS;
    races->shadow[CLASS_PLAIN] = make_shadow(block->arena, races->cells);
}

void race_free(SimBlockMemory *block) {
    if (block->races.exact == NULL) return;
    exact_free(block->races.exact);
    free(block->races.exact);
}

static void forget(Races *races) {
    if (races->exact != NULL) exact_free(races->exact);
    for (int kind = 0; kind < CLASS_COUNT; kind++) {
        if (races->shadow[kind].reads.time == NULL) continue;
        memset(races->shadow[kind].reads.time, 0, races->cells * sizeof(int32_t));
        memset(races->shadow[kind].writes.time, 0, races->cells * sizeof(int32_t));
    }
    memset(races->warp_since, 0, sizeof races->warp_since);
    races->now = 0;
    races->interval = 1;
    races->plain_latest = 0;
    races->block_start = 0; /* all counts as written: better to say nothing than something untrue */
}

int32_t race_next_time(SimBlockMemory *block) {
    if (block->races.now == INT32_MAX) {
        forget(&block->races);
        causality_free(block);
        global_forget(block->memory);
        blocks_free(block);
    }
    return ++block->races.now;
}

void race_block_begin(SimBlockMemory *block) {
    int32_t now = race_next_time(block);
    block->races.block_start = block->races.interval = now;
    if (block->races.exact != NULL) exact_block_begin(block->races.exact);
}

void race_block_barrier(SimBlockMemory *block) {
    int32_t now = race_next_time(block);
    block->races.interval = now;
}

void race_warp_barrier(SimBlockMemory *block, uint32_t warp) {
    int32_t now = race_next_time(block);
    if (warp < MAX_THREADS / WARP_SIZE) block->races.warp_since[warp] = now;
}

static void refine_set(Arena *arena, AccessSet *set, size_t cells, int by) {
    AccessSet fine = make_set(arena, cells << by);
    for (size_t i = 0; i < cells << by; i++) {
        fine.time[i] = set->time[i >> by];
        fine.first[i] = set->first[i >> by];
        fine.second[i] = set->second[i >> by];
        fine.other[i] = set->other[i >> by];
    }
    *set = fine;
}

/* Happens at most twice in a worker's life: for the first access of 2 bytes and for the first of 1. */
static void refine_cells(SimBlockMemory *block, int cell_shift) {
    Races *races = &block->races;
    int by = races->cell_shift - cell_shift;
    if (races->exact != NULL) exact_refine(block, races->exact, cell_shift);
    for (int kind = 0; kind < CLASS_COUNT; kind++) {
        if (races->shadow[kind].reads.time == NULL) continue;
        refine_set(block->arena, &races->shadow[kind].reads, races->cells, by);
        refine_set(block->arena, &races->shadow[kind].writes, races->cells, by);
    }
    races->cells <<= by;
    races->cell_shift = cell_shift;
    races->watch = RACES_OF_ALL;
}

/* ---- what one request needs to know ------------------------------------------------------------------------------ */

typedef struct Look {
    SimBlockMemory *block;
    const Request *request;
    Races *races;
    uint32_t who; /* of lane 0 */
    RaceTimes times;
    int shift;      /* log2 of a cell's bytes */
    uint32_t cells; /* per lane, a power of two */
    int lane_shift; /* log2 of it */
    bool reads, writes;
    AccessClass kind;
    const AccessSet *against[4]; /* what this access races with */
    RequestOp against_did[4];
    int against_count;
} Look;

static void add_against(Look *look, AccessClass kind) {
    const Shadow *shadow = &look->races->shadow[kind];
    look->against[look->against_count] = &shadow->writes;
    look->against_did[look->against_count++] = kind == CLASS_PLAIN ? REQUEST_STORE : REQUEST_ATOMIC;
    if (!look->writes) return;
    look->against[look->against_count] = &shadow->reads;
    look->against_did[look->against_count++] = kind == CLASS_PLAIN ? REQUEST_LOAD : REQUEST_ATOMIC;
}

static void make_look(SimBlockMemory *block, const Request *request, Look *look) {
    Races *races = &block->races;
    const SimAccess *access = request->access;
    int width_shift = __builtin_ctz((unsigned)request->width);
    if (width_shift < races->cell_shift) refine_cells(block, width_shift);
    look->block = block;
    look->request = request;
    look->races = races;
    look->who = who_is(access->pc, request->warp * WARP_SIZE);
    look->times = race_times(races, request->warp);
    look->shift = races->cell_shift;
    look->lane_shift = width_shift - races->cell_shift;
    look->cells = UINT32_C(1) << look->lane_shift;
    look->reads = access->op != REQUEST_STORE;
    look->writes = access->op != REQUEST_LOAD;
    /* Of strong accesses only read-modify-writes may always meet one another. */
    bool may_meet = access->op == REQUEST_ATOMIC || (access->synchronising && !block->layout->point_to_point);
    look->kind = may_meet ? CLASS_SYNCHRONISING : CLASS_PLAIN;
    look->against_count = 0;
    if (races->exact != NULL) return;
    if (look->kind == CLASS_SYNCHRONISING && !races->synchronising_seen) {
        races->shadow[CLASS_SYNCHRONISING] = make_shadow(block->arena, races->cells);
        races->synchronising_seen = true;
        races->watch = RACES_OF_ALL;
    }
    add_against(look, CLASS_PLAIN);
    if (look->kind == CLASS_PLAIN && races->synchronising_seen) add_against(look, CLASS_SYNCHRONISING);
}

static size_t cell_of(const Look *look, int lane) {
    return (size_t)(look->request->address[lane] >> look->shift);
}

/* ---- saying so --------------------------------------------------------------------------------------------------- */

typedef struct Earlier {
    uint32_t who;
    RequestOp did;
    bool same_warp;
} Earlier;

static void report_race(const Look *look, int lane, size_t cell, Earlier earlier) {
    SimBlockMemory *block = look->block;
    if (block->layout->point_to_point) { /* it may be in order, by what this shadow knows nothing of */
        block->memory->shared_conflicts = true;
        watch_must_repeat(block);
        return;
    }
    bool same_value = earlier.did == REQUEST_STORE && look->request->access->op == REQUEST_STORE &&
                      transfer_equal(look->request, lane, block->shared, 0);
    RaceRival rival = {.sort = RACE_OF_DATA, .who = earlier.who, .did = earlier.did, .same_warp = earlier.same_warp};
    if (!same_value) race_report(block, look->request, lane, (uint64_t)cell << look->shift, &rival);
}

static void report_uninitialised(const Look *look, int lane, size_t cell) {
    SimBlockMemory *block = look->block;
    uint32_t pc = look->request->access->pc;
    if (finding_again(block, FINDING_UNINITIALISED, true, pc, UINT32_MAX)) return;
    char place[FAULT_TEXT], thread[32];
    sim_finding(block, FINDING_UNINITIALISED, true, pc, UINT32_MAX, "%s: read by thread %s before any thread wrote it",
                fault_place(block, PTX_SHARED, (uint64_t)cell << look->shift, look->request->width, place),
                sim_thread_name(block, look->request->warp * WARP_SIZE + (uint32_t)lane, thread));
}

void race_lanes_disagree(SimBlockMemory *block, const Request *request, const Span *span) {
    uint32_t pc = request->access->pc;
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left), winner = 0;
        if ((span == NULL || transfer_equal(request, lane, span->host, span->start))) continue;
        if (finding_again(block, FINDING_RACE, true, pc, UINT32_MAX)) return;
        while ((request->mask >> winner & 1) == 0 || request->address[winner] != request->address[lane] ||
               !transfer_equal(request, winner, span->host, span->start))
            winner++; /* one lane's value stayed */
        char place[FAULT_TEXT], first[32], second[32];
        sim_finding(
            block, FINDING_RACE, true, pc, UINT32_MAX,
            "%s: threads %s and %s write different values to it in one instruction, and either may stay",
            fault_place(block, (PtxSpace)request->space, request->address[lane], request->width, place),
            sim_thread_name(block, request->warp * WARP_SIZE + (uint32_t)(winner < lane ? winner : lane), first),
            sim_thread_name(block, request->warp * WARP_SIZE + (uint32_t)(winner < lane ? lane : winner), second));
        return;
    }
}

/* ---- looking closer ---------------------------------------------------------------------------------------------- */

/* Whether the lane's access to the cell races with one of the set; *earlier says with which. */
static bool races_with(const Look *look, const AccessSet *set, size_t cell, uint32_t thread, Earlier *earlier) {
    if (set->time[cell] < look->times.interval) return false;
    uint32_t first = set->first[cell];
    earlier->same_warp = false;
    earlier->who = first;
    if (warp_of(first) != thread / WARP_SIZE) return true;
    earlier->who = set->other[cell];
    if ((first & HAS_OTHER) != 0) return true;
    if (set->time[cell] < look->times.since) return false;
    earlier->same_warp = true;
    earlier->who = thread_of(first) != thread ? first : set->second[cell];
    return thread_of(first) != thread || (first & HAS_SECOND) != 0;
}

/* One race for the lane and the set, as the cells of one access have one cause: with another warp where there is
 * one. */
static void report_worst(const Look *look, int lane, const AccessSet *set, RequestOp did) {
    uint32_t thread = look->request->warp * WARP_SIZE + (uint32_t)lane;
    size_t first = cell_of(look, lane), worst_cell = 0;
    Earlier worst = {.same_warp = false};
    bool found = false;
    for (size_t cell = first; cell < first + look->cells; cell++) {
        Earlier earlier = {.did = did};
        if (!races_with(look, set, cell, thread, &earlier)) continue;
        if (found && (earlier.same_warp || !worst.same_warp)) continue;
        found = true;
        worst = earlier;
        worst_cell = cell;
    }
    if (found) report_race(look, lane, worst_cell, worst);
}

static void look_closer(const Look *look) {
    for (uint32_t left = look->request->mask; left != 0; left &= left - 1)
        for (int i = 0; i < look->against_count; i++)
            report_worst(look, __builtin_ctz(left), look->against[i], look->against_did[i]);
}

static bool was_written(const Look *look, size_t cell) {
    const Races *races = look->races;
    if (races->exact != NULL) return exact_was_written(look->block, races->exact, cell);
    for (int kind = 0; kind < CLASS_COUNT; kind++)
        if (races->shadow[kind].writes.time != NULL && races->shadow[kind].writes.time[cell] >= races->block_start)
            return true;
    return false;
}

/* The first cell of an element that nobody wrote and that matters; SIZE_MAX where there is none. Structures are copied
 * with their gaps: an element of which a part was written counts as written, and where others of the same lane were,
 * one that is only copied is a gap. */
static size_t find_unwritten_cell(const Look *look, size_t first) {
    const SimAccess *access = look->request->access;
    size_t cells = look->cells > access->vector ? look->cells / access->vector : 1;
    size_t unwritten[2] = {SIZE_MAX, SIZE_MAX}; /* of an element that is used, of one that is only copied */
    bool any = false;
    for (size_t at = 0; at < look->cells; at += cells) {
        bool written = false, copied = access->copied >> (at / cells) & 1;
        for (size_t cell = first + at; cell < first + at + cells; cell++) written |= was_written(look, cell);
        any |= written;
        if (!written && unwritten[copied] == SIZE_MAX) unwritten[copied] = first + at;
    }
    return unwritten[0] != SIZE_MAX || any ? unwritten[0] : unwritten[1];
}

static void find_unwritten(const Look *look) {
    if (look->request->access->gap) return;
    for (uint32_t left = look->request->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        size_t cell = find_unwritten_cell(look, cell_of(look, lane));
        if (cell == SIZE_MAX) continue;
        report_uninitialised(look, lane, cell);
        return;
    }
}

/* ---- remembering ------------------------------------------------------------------------------------------------- */

static void remember(const Look *look, const AccessSet *set, size_t cell, uint32_t who) {
    race_remember(set, look->times, cell, who);
}

/* ---- strided lanes ----------------------------------------------------------------------------------------------- */

/* Cells first, first + step, ...: each lane has 1 << lane_shift of them in turn, beginning with the thread in who. */
typedef struct Row {
    size_t first;
    ptrdiff_t step;
    uint32_t count;
    int lane_shift;
    uint32_t who;
} Row;

/* What the times of a row's cells say: 0 for no, anything else for yes, as OR makes it. */
typedef struct Times {
    uint32_t recent;    /* someone was there since the last barrier of the block */
    uint32_t unwritten; /* nobody was there since the block began */
} Times;

ALWAYS_INLINE Times scan_times(const Look *look, const AccessSet *set, size_t start, ptrdiff_t step, uint32_t count) {
    const int32_t *time = set->time + start;
    int32_t interval = look->times.interval, block_start = look->races->block_start;
    Times times = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        int32_t when = time[(ptrdiff_t)i * step];
        times.recent |= -(uint32_t)(when >= interval);
        times.unwritten |= -(uint32_t)(when < block_start);
    }
    return times;
}

/* Who a row's cells name where someone was there; asked only where someone was. */
typedef struct Names {
    bool all_complete; /* every cell has an `other` since the last barrier of the block */
    bool all_own;      /* every cell's first is the lane itself, since the last barrier of its warp */
    bool rivals;       /* anyone but the lane itself was there since the last barrier of the block */
} Names;

ALWAYS_INLINE Names scan_names(const Look *look, const AccessSet *set, size_t start, ptrdiff_t step, uint32_t count,
                               int lane_shift, uint32_t who) {
    const int32_t *time = set->time + start;
    const uint32_t *first = set->first + start;
    int32_t interval = look->times.interval, since = look->times.since;
    uint32_t others = HAS_OTHER, old = 0, unsynced = 0, strangers = 0, rivals = 0;
    for (uint32_t i = 0; i < count; i++) {
        int32_t when = time[(ptrdiff_t)i * step];
        uint32_t flags = first[(ptrdiff_t)i * step];
        uint32_t different = (flags ^ (who + (i >> lane_shift))) & ~(UNKNOWN_PC << THREAD_BITS);
        others &= flags;
        old |= -(uint32_t)(when < interval);
        unsynced |= -(uint32_t)(when < since);
        strangers |= different & THREAD_MASK;
        rivals |= -(uint32_t)(when >= interval) & different;
    }
    return (Names){others != 0 && old == 0, strangers == 0 && unsynced == 0, rivals != 0};
}

ALWAYS_INLINE void claim_cells(AccessSet *set, int32_t now, size_t start, ptrdiff_t step, uint32_t count,
                               int lane_shift, uint32_t who) {
    int32_t *restrict time = set->time + start;
    uint32_t *restrict first = set->first + start;
    for (uint32_t i = 0; i < count; i++) {
        time[(ptrdiff_t)i * step] = now;
        first[(ptrdiff_t)i * step] = who + (i >> lane_shift);
    }
}

/* The usual rows, a word for each lane side by side or a column of them, with constants that the compiler unrolls and
 * vectorises by. */
static bool is_usual(const Row *row) {
    return row->count == WARP_SIZE && row->lane_shift == 0;
}

static Times row_times(const Look *look, const AccessSet *set, const Row *row) {
    if (is_usual(row) && row->step == 1) return scan_times(look, set, row->first, 1, WARP_SIZE);
    if (is_usual(row)) return scan_times(look, set, row->first, row->step, WARP_SIZE);
    return scan_times(look, set, row->first, row->step, row->count);
}

static Names row_names(const Look *look, const AccessSet *set, const Row *row) {
    if (is_usual(row) && row->step == 1) return scan_names(look, set, row->first, 1, WARP_SIZE, 0, row->who);
    return scan_names(look, set, row->first, row->step, row->count, row->lane_shift, row->who);
}

static void claim_row(const Look *look, AccessSet *set, const Row *row) {
    if (is_usual(row) && row->step == 1)
        claim_cells(set, look->times.now, row->first, 1, WARP_SIZE, 0, row->who);
    else if (is_usual(row))
        claim_cells(set, look->times.now, row->first, row->step, WARP_SIZE, 0, row->who);
    else
        claim_cells(set, look->times.now, row->first, row->step, row->count, row->lane_shift, row->who);
}

static void remember_row(const Look *look, AccessSet *set, const Row *row, bool recent) {
    if (!recent) {
        claim_row(look, set, row);
        return;
    }
    Names names = row_names(look, set, row);
    if (names.all_complete || names.all_own) return;
    for (uint32_t i = 0; i < row->count; i++)
        remember(look, set, row->first + (size_t)((ptrdiff_t)i * row->step), row->who + (i >> row->lane_shift));
}

static void access_row(const Look *look, const Row *row) {
    Shadow *own = &look->races->shadow[look->kind];
    bool closer = false, unwritten = false, writes_recent = false;
    for (int i = 0; i < look->against_count; i++) {
        Times times = row_times(look, look->against[i], row);
        if (i == 0) unwritten = times.unwritten != 0; /* the plain writes */
        if (look->against[i] == &own->writes) writes_recent = times.recent != 0;
        if (times.recent != 0) closer |= row_names(look, look->against[i], row).rivals;
    }
    if (closer) look_closer(look);
    if (look->reads && unwritten) find_unwritten(look);
    if (!look->writes) {
        remember_row(look, &own->reads, row, row_times(look, &own->reads, row).recent != 0);
        return;
    }
    if (look->kind == CLASS_SYNCHRONISING) writes_recent = row_times(look, &own->writes, row).recent != 0;
    remember_row(look, &own->writes, row, writes_recent);
}

/* False where the request's cells are no row: no two lanes may share one, and each has one, or all lie side by side. */
static bool make_row(const Look *look, Row *row) {
    const Request *request = look->request;
    if (!request->strided || request->stride == 0) return false;
    bool packed = request->stride == request->width;
    if (!packed && look->cells != 1) return false;
    row->first = cell_of(look, request->first_lane);
    row->step = packed ? 1 : (ptrdiff_t)(request->stride >> look->shift);
    row->count = (uint32_t)request->lanes << look->lane_shift;
    row->lane_shift = look->lane_shift;
    row->who = look->who + (uint32_t)request->first_lane;
    return true;
}

/* ---- lanes anywhere ---------------------------------------------------------------------------------------------- */

enum { MOST_CELLS = WARP_SIZE * 32 }; /* 32 bytes a lane, in cells of one */

/* The cells of some lanes, each with the thread and instruction that asks for it. Two lanes may share one. */
typedef struct CellList {
    uint32_t count;
    uint32_t cell[MOST_CELLS], who[MOST_CELLS];
} CellList;

static void list_cells(const Look *look, uint32_t lanes, CellList *list) {
    if (lanes == ALL_LANES && look->cells == 1) {
        for (int lane = 0; lane < WARP_SIZE; lane++) {
            list->cell[lane] = (uint32_t)look->request->address[lane] >> look->shift;
            list->who[lane] = look->who + (uint32_t)lane;
        }
        list->count = WARP_SIZE;
        return;
    }
    list->count = 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint32_t first = (uint32_t)cell_of(look, (int)lane);
        for (uint32_t i = 0; i < look->cells; i++) {
            list->cell[list->count] = first + i;
            list->who[list->count++] = look->who + lane;
        }
    }
}

static Times list_times(const Look *look, const AccessSet *set, const CellList *list) {
    int32_t interval = look->times.interval, block_start = look->races->block_start;
    Times times = {0, 0};
    for (uint32_t i = 0; i < list->count; i++) {
        int32_t when = set->time[list->cell[i]];
        times.recent |= when >= interval;
        times.unwritten |= when < block_start;
    }
    return times;
}

static bool list_has_rivals(const Look *look, const AccessSet *set, const CellList *list) {
    uint32_t rivals = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t recent = -(uint32_t)(set->time[list->cell[i]] >= look->times.interval);
        rivals |= recent & (set->first[list->cell[i]] ^ list->who[i]) & ~(UNKNOWN_PC << THREAD_BITS);
    }
    return rivals != 0;
}

/* Whether every cell knows as much already as the accesses could add: mostly so where many lanes update few words. */
static bool list_is_known(const Look *look, const AccessSet *set, const CellList *list) {
    uint32_t unknown = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        int32_t time = set->time[list->cell[i]];
        uint32_t first = set->first[list->cell[i]], different = first ^ list->who[i];
        uint32_t own = (uint32_t)(time >= look->times.since) & (uint32_t)((different & THREAD_MASK) < WARP_SIZE) &
                       ((uint32_t)((first & HAS_SECOND) != 0) | (uint32_t)((different & THREAD_MASK) == 0));
        uint32_t complete = (uint32_t)(time >= look->times.interval) & (first >> 31);
        unknown |= 1 ^ (own | complete);
    }
    return unknown == 0;
}

/* Where all read one place, the two lowest lanes stand for them: `first` and `second` of its cells. */
static uint32_t lanes_to_list(const Look *look) {
    uint32_t mask = look->request->mask, rest = mask & (mask - 1);
    bool one_place = look->request->low == look->request->high && !look->writes;
    return one_place ? (mask & -mask) | (rest & -rest) : mask;
}

/* Whether the access writes and nothing was there since the last barrier that it may race with. Where its cells are
 * known too, then, they are written and all is said. */
static bool meets_atomics_only(const Look *look) {
    return look->kind == CLASS_SYNCHRONISING && look->writes && look->races->plain_latest < look->times.interval;
}

static void access_lanes(const Look *look) {
    CellList list;
    list_cells(look, lanes_to_list(look), &list);
    Shadow *own = &look->races->shadow[look->kind];
    AccessSet *set = look->writes ? &own->writes : &own->reads;
    bool known = list_is_known(look, set, &list), closer = false, unwritten = false;
    if (known && meets_atomics_only(look)) return;
    for (int i = 0; i < look->against_count; i++) {
        Times times = list_times(look, look->against[i], &list);
        if (i == 0) unwritten = times.unwritten != 0; /* the plain writes */
        if (times.recent != 0) closer |= list_has_rivals(look, look->against[i], &list);
    }
    if (closer) look_closer(look);
    if (look->reads && unwritten) find_unwritten(look);
    for (uint32_t i = 0; i < list.count && !known; i++) remember(look, set, list.cell[i], list.who[i]);
}

void race_access(SimBlockMemory *block, const Request *request) {
    Look look;
    Row row;
    make_look(block, request, &look);
    if (look.kind == CLASS_PLAIN) block->races.plain_latest = look.times.now;
    if (block->races.exact != NULL) {
        if (look.reads) find_unwritten(&look);
        exact_access(block, request, request->mask, block->races.exact, 0, block->shared);
    } else if (make_row(&look, &row))
        access_row(&look, &row);
    else
        access_lanes(&look);
}
