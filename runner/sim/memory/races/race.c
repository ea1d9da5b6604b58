/* Races on shared memory, found by happens-before and not by the order in which the simulator ran the warps; and
 * reads of bytes that no thread wrote.
 *
 * Time is a counter that goes up at every barrier, and never back, so that neither a barrier nor a new block has to
 * clear the shadow: an access before the last block-wide barrier (`interval`) happened before every access after it.
 * Shared memory is divided into cells of 4 bytes; the first access of 2 bytes, or of 1, refines the whole shadow to
 * cells of that size. For each cell, and for reads and writes apart, the shadow keeps which threads accessed it
 * since the last block-wide barrier:
 *
 *     time     when `first` accessed it
 *     first    a thread and its instruction, and whether there is a
 *     second   another thread of the same warp, since that warp's last barrier
 *     other    a thread of another warp
 *
 * Where only barriers of the whole block and of whole warps order accesses, these three threads find every race. The
 * next thread to access the cell belongs to another warp than `first` or to another than `other`, so that a race
 * between warps is found whatever other threads accessed the cell; and within first's warp it is another thread than
 * `first` or than `second`. Both are errors: since Volta the lanes of a warp need not run in step, and CUDA asks for
 * __syncwarp() where they exchange through memory.
 *
 * Where a kernel may order accesses by other means as well (layout->point_to_point), two accesses that this shadow
 * takes for a race may be in order, and it reports nothing. Instead the launch is run again with all of shared
 * memory watched exactly (exact.c). Most such kernels never get there: their fences and tickets are about global
 * memory.
 *
 * Stores of the same value are no finding: memory is the same whichever comes last. The value that earlier stores left
 * is the one that memory holds, but for lanes that stored another one in the same instruction. These are kept apart
 * (Disagreement), the latest ones of each cell: where a second warp's lanes disagree as well, a race has been reported.
 *
 * Read-modify-writes have a second shadow, because they race with plain accesses only. They are kept as writes
 * alone, because whatever races with a read races with a write.
 *
 * In most requests the lanes' addresses are a fixed distance apart. One loop over their cells, which the compiler
 * vectorises, tells whether any thread but the lane's own accessed one since the last block-wide barrier; only then
 * are they compared one by one. */
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/memory.h"
#include "finding_kinds.h"
#include "sim/memory/address_fault.h"
#include "sim/memory/races/causality_graph.h"
#include "sim/memory/races/race.h"
#include "sim/memory/races/watched.h"
#include "sim/memory/recall_group.h"

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

static void restart_time(Races *races) {
    if (races->exact != NULL) exact_free(races->exact);
    for (int kind = 0; kind < CLASS_COUNT; kind++) {
        if (races->shadow[kind].reads.time == NULL) continue;
        memset(races->shadow[kind].reads.time, 0, races->cells * sizeof(int32_t));
        memset(races->shadow[kind].writes.time, 0, races->cells * sizeof(int32_t));
    }
    races->disagreed = NULL;
    memset(races->warp_since, 0, sizeof races->warp_since);
    races->now = 0;
    races->interval = 1;
    races->plain_latest = 0;
    races->block_start = 0; /* every byte counts as written: a finding may be missed, but none is false */
}

void race_settle_now(SimBlockMemory *block) {
    Races *races = &block->races;
    const AccessSet *set = &races->shadow[CLASS_PLAIN].reads;
    for (uint32_t i = 0; i < races->deferred; i++) {
        const DeferredRead *read = &block->deferred[i];
        const SimLoadGroup *group = read->group->made_of;
        RaceTimes times = race_times(races, read->warp);
        for (uint32_t load = 0; load < group->load_count; load++) {
            const SimGroupLoad *at = &group->loads[load];
            const Recall *shape = read->group->row[at->row].shape;
            size_t cell = (size_t)(read->lane0[at->row] + (uint64_t)at->offset) / RECALL_WIDTH;
            recall_remember(set, shape, cell, times, who_is(at->pc, read->warp * WARP_SIZE));
        }
    }
    races->deferred = 0;
}

int32_t race_next_time(SimBlockMemory *block) {
    race_settle(block);
    if (block->races.now == INT32_MAX) {
        restart_time(&block->races);
        causality_free(block);
        exact_free_global(block->memory);
        blocks_free(block);
    }
    return ++block->races.now;
}

/* Accesses before a block's beginning or before a barrier of the whole block race with nothing after it: what was
 * deferred needs no record. */
void race_block_begin(SimBlockMemory *block) {
    block->races.deferred = 0;
    int32_t now = race_next_time(block);
    block->races.block_start = block->races.interval = now;
    block->races.barrier_pc = UINT32_MAX;
    if (block->races.exact != NULL) exact_block_begin(block->races.exact);
}

void race_block_barrier(SimBlockMemory *block) {
    block->races.deferred = 0;
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

static void refine_disagreements(Arena *arena, Races *races, int by) {
    Disagreement *fine = arena_array(arena, Disagreement, races->cells << by);
    for (size_t i = 0; i < races->cells << by; i++) fine[i] = races->disagreed[i >> by];
    races->disagreed = fine;
}

/* At most twice for a worker: for the first access of 2 bytes and for the first of 1. */
static void refine_cells(SimBlockMemory *block, int cell_shift) {
    Races *races = &block->races;
    int by = races->cell_shift - cell_shift;
    if (races->exact != NULL) exact_refine(block, races->exact, cell_shift);
    for (int kind = 0; kind < CLASS_COUNT; kind++) {
        if (races->shadow[kind].reads.time == NULL) continue;
        refine_set(block->arena, &races->shadow[kind].reads, races->cells, by);
        refine_set(block->arena, &races->shadow[kind].writes, races->cells, by);
    }
    if (races->disagreed != NULL) refine_disagreements(block->arena, races, by);
    races->cells <<= by;
    races->cell_shift = cell_shift;
    races->watch = RACES_OF_ALL;
}

/* ---- one request ------------------------------------------------------------------------------------------------- */

typedef struct Check {
    SimBlockMemory *block;
    const Request *request;
    Races *races;
    uint32_t who; /* of lane 0 */
    RaceTimes times;
    int shift;      /* log2 of a cell's bytes */
    uint32_t cells; /* per lane, a power of two */
    int lane_shift; /* log2 of `cells` */
    bool reads, writes;
    AccessClass kind;
    const AccessSet *against[4]; /* the sets of accesses that this one may race with */
    RequestOp against_did[4];
    int against_count;
} Check;

static void add_against(Check *check, AccessClass kind) {
    const Shadow *shadow = &check->races->shadow[kind];
    check->against[check->against_count] = &shadow->writes;
    check->against_did[check->against_count++] = kind == CLASS_PLAIN ? REQUEST_STORE : REQUEST_ATOMIC;
    if (!check->writes) return;
    check->against[check->against_count] = &shadow->reads;
    check->against_did[check->against_count++] = kind == CLASS_PLAIN ? REQUEST_LOAD : REQUEST_ATOMIC;
}

/* Whether an atomic may race with another one. */
static bool races_with_updates(const SimLayout *layout, const SimAccess *access) {
    return (layout->mixed_sizes && access->element >= 8) || (layout->exchanges && access->overwrites);
}

static void make_check(SimBlockMemory *block, const Request *request, Check *check) {
    Races *races = &block->races;
    const SimAccess *access = request->access;
    int width_shift = __builtin_ctz((unsigned)request->width);
    if (width_shift < races->cell_shift) refine_cells(block, width_shift);
    check->block = block;
    check->request = request;
    check->races = races;
    check->who = who_is(access->pc, request->warp * WARP_SIZE);
    check->times = race_times(races, request->warp);
    check->shift = races->cell_shift;
    check->lane_shift = width_shift - races->cell_shift;
    check->cells = UINT32_C(1) << check->lane_shift;
    check->reads = access->op != REQUEST_STORE;
    check->writes = access->op != REQUEST_LOAD;
    /* Read-modify-writes mostly do not race with one another; other strong accesses may, and exact.c judges them. */
    bool may_meet = access->op == REQUEST_ATOMIC ? !races_with_updates(block->layout, access)
                                                 : access->synchronising && !block->layout->point_to_point;
    check->kind = may_meet ? CLASS_SYNCHRONISING : CLASS_PLAIN;
    check->against_count = 0;
    if (races->exact != NULL) return;
    if (check->kind == CLASS_SYNCHRONISING && !races->synchronising_seen) {
        races->shadow[CLASS_SYNCHRONISING] = make_shadow(block->arena, races->cells);
        races->synchronising_seen = true;
        races->watch = RACES_OF_ALL;
    }
    add_against(check, CLASS_PLAIN);
    if (check->kind == CLASS_PLAIN && races->synchronising_seen) add_against(check, CLASS_SYNCHRONISING);
}

static size_t cell_of(const Check *check, int lane) {
    return (size_t)(check->request->address[lane] >> check->shift);
}

/* ---- reporting --------------------------------------------------------------------------------------------------- */

typedef struct Earlier {
    uint32_t who;
    RequestOp did;
    bool same_warp;
} Earlier;

/* Whether the lane's store, of the value that stayed, races with another lane's of another value; then *earlier is
 * that. */
static bool finds_disagreement(const Check *check, int lane, Earlier *earlier) {
    const Races *races = check->races;
    size_t first = cell_of(check, lane), end = races->disagreed != NULL ? first + check->cells : first;
    for (size_t cell = first; cell < end; cell++) {
        Disagreement past = races->disagreed[cell];
        bool same_warp = warp_of(past.who) == check->request->warp;
        uint32_t lanes = same_warp ? past.lanes & ~(UINT32_C(1) << lane) : past.lanes;
        if (past.time < (same_warp ? check->times.since : check->times.interval) || lanes == 0) continue;
        *earlier = (Earlier){past.who + (uint32_t)__builtin_ctz(lanes), REQUEST_STORE, same_warp};
        return true;
    }
    return false;
}

static void report_race(const Check *check, int lane, size_t cell, Earlier earlier) {
    SimBlockMemory *block = check->block;
    if (block->layout->point_to_point) { /* a fence or a flag, which this shadow does not know, may order the two */
        block->memory->shared_conflicts = true;
        watch_must_repeat(block);
        return;
    }
    bool same_value = earlier.did == REQUEST_STORE && check->request->access->op == REQUEST_STORE &&
                      transfer_equal(check->request, lane, block->shared, 0);
    if (same_value && !finds_disagreement(check, lane, &earlier)) return;
    RaceRival rival = {.sort = RACE_OF_DATA, .who = earlier.who, .did = earlier.did, .same_warp = earlier.same_warp};
    race_report(block, check->request, lane, (uint64_t)cell << check->shift, &rival);
}

static void report_uninitialised(const Check *check, int lane, size_t cell) {
    SimBlockMemory *block = check->block;
    uint32_t pc = check->request->access->pc;
    if (finding_again(block, FINDING_UNINITIALISED, true, pc, UINT32_MAX)) return;
    char place[FAULT_TEXT], thread[32];
    sim_finding(block, FINDING_UNINITIALISED, true, pc, UINT32_MAX, "%s: read by thread %s before any thread wrote it",
                fault_place(block, PTX_SHARED, (uint64_t)cell << check->shift, check->request->width, place),
                sim_thread_name(block, check->request->warp * WARP_SIZE + (uint32_t)lane, thread));
}

/* The store's lanes whose value memory does not hold now, because another lane stored another value there. */
static uint32_t lanes_overruled(const Request *request, const Span *span) {
    uint32_t overruled = 0;
    for (uint32_t left = span != NULL ? request->mask : 0; left != 0; left &= left - 1)
        if (!transfer_equal(request, __builtin_ctz(left), span->host, span->start)) overruled |= left & (0U - left);
    return overruled;
}

static void keep_disagreement(SimBlockMemory *block, const Request *request, uint32_t overruled) {
    Races *races = &block->races;
    uint32_t who = who_is(request->access->pc, request->warp * WARP_SIZE);
    if (races->disagreed == NULL) races->disagreed = arena_array(block->arena, Disagreement, races->cells);
    for (uint32_t left = overruled, same; left != 0; left &= ~same) {
        uint64_t address = request->address[__builtin_ctz(left)];
        same = 0;
        for (uint32_t rest = left; rest != 0; rest &= rest - 1)
            if (request->address[__builtin_ctz(rest)] == address) same |= rest & (0U - rest);
        size_t first = (size_t)(address >> races->cell_shift), cells = (size_t)request->width >> races->cell_shift;
        for (size_t i = 0; i < cells; i++) races->disagreed[first + i] = (Disagreement){races->now, who, same};
    }
}

void race_lanes_disagree(SimBlockMemory *block, const Request *request, const Span *span) {
    uint32_t pc = request->access->pc, overruled = lanes_overruled(request, span);
    if (overruled == 0) return;
    if (request->space == PTX_SHARED && block->races.exact == NULL) keep_disagreement(block, request, overruled);
    if (finding_again(block, FINDING_RACE, true, pc, UINT32_MAX)) return;
    int lane = __builtin_ctz(overruled), winner = 0;
    while ((request->mask >> winner & 1) == 0 || request->address[winner] != request->address[lane] ||
           !transfer_equal(request, winner, span->host, span->start))
        winner++; /* the lane whose value memory holds now */
    char place[FAULT_TEXT], first[32], second[32];
    sim_finding(block, FINDING_RACE, true, pc, UINT32_MAX,
                "%s: threads %s and %s write different values to it in one instruction, and either may stay",
                fault_place(block, (PtxSpace)request->space, request->address[lane], request->width, place),
                sim_thread_name(block, request->warp * WARP_SIZE + (uint32_t)(winner < lane ? winner : lane), first),
                sim_thread_name(block, request->warp * WARP_SIZE + (uint32_t)(winner < lane ? lane : winner), second));
}

/* ---- cell by cell ------------------------------------------------------------------------------------------------ */

/* Whether the lane's access to the cell races with an access in the set; *earlier is that access. */
static bool races_with(const Check *check, const AccessSet *set, size_t cell, uint32_t thread, Earlier *earlier) {
    if (set->time[cell] < check->times.interval) return false;
    uint32_t first = set->first[cell];
    earlier->same_warp = false;
    earlier->who = first;
    if (warp_of(first) != thread / WARP_SIZE) return true;
    earlier->who = set->other[cell];
    if ((first & HAS_OTHER) != 0) return true;
    if (set->time[cell] < check->times.since) return false;
    earlier->same_warp = true;
    earlier->who = thread_of(first) != thread ? first : set->second[cell];
    return thread_of(first) != thread || (first & HAS_SECOND) != 0;
}

/* Reports one race for the lane and the set, because the cells of one access have one cause: a race with another warp
 * if there is one. */
static void report_one(const Check *check, int lane, const AccessSet *set, RequestOp did) {
    uint32_t thread = check->request->warp * WARP_SIZE + (uint32_t)lane;
    size_t first = cell_of(check, lane), worst_cell = 0;
    Earlier worst = {.same_warp = false};
    bool found = false;
    for (size_t cell = first; cell < first + check->cells; cell++) {
        Earlier earlier = {.did = did};
        if (!races_with(check, set, cell, thread, &earlier)) continue;
        if (found && (earlier.same_warp || !worst.same_warp)) continue;
        found = true;
        worst = earlier;
        worst_cell = cell;
    }
    if (found) report_race(check, lane, worst_cell, worst);
}

static void report_races(const Check *check) {
    for (uint32_t left = check->request->mask; left != 0; left &= left - 1)
        for (int i = 0; i < check->against_count; i++)
            report_one(check, __builtin_ctz(left), check->against[i], check->against_did[i]);
}

static bool was_written(const Check *check, size_t cell) {
    const Races *races = check->races;
    if (races->exact != NULL) return exact_was_written(check->block, races->exact, cell);
    for (int kind = 0; kind < CLASS_COUNT; kind++)
        if (races->shadow[kind].writes.time != NULL && races->shadow[kind].writes.time[cell] >= races->block_start)
            return true;
    return false;
}

bool race_wrote(const SimBlockMemory *block, uint64_t address, uint32_t thread) {
    const Races *races = &block->races;
    size_t cell = (size_t)address >> races->cell_shift;
    if (!races->on || cell >= races->cells) return false;
    if (races->exact != NULL) return exact_wrote(block, races->exact, cell, thread);
    for (int kind = 0; kind < CLASS_COUNT; kind++) {
        const AccessSet *set = &races->shadow[kind].writes;
        if (set->time == NULL || set->time[cell] < races->block_start) continue;
        uint32_t first = set->first[cell];
        if (thread_of(first) == thread) return true;
        if ((first & HAS_SECOND) != 0 && thread_of(set->second[cell]) == thread) return true;
        if ((first & HAS_OTHER) != 0 && thread_of(set->other[cell]) == thread) return true;
    }
    return false;
}

static void find_unwritten(const Check *check) {
    if (check->request->access->gap) return;
    for (uint32_t left = check->request->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        size_t first = cell_of(check, lane);
        uint32_t written = 0;
        for (uint32_t i = 0; i < check->cells; i++) written |= (uint32_t)was_written(check, first + i) << i;
        int unwritten = find_unwritten_piece(check->request->access, written, (int)check->cells);
        if (unwritten < 0) continue;
        report_uninitialised(check, lane, first + (size_t)unwritten);
        return;
    }
}

/* ---- recording an access ----------------------------------------------------------------------------------------- */

static void remember(const Check *check, const AccessSet *set, size_t cell, uint32_t who) {
    race_remember(set, check->times, cell, who);
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

/* What the times of a row's cells tell. 0: no; anything else: yes, as they are joined by OR. */
typedef struct Times {
    uint32_t recent;    /* a thread accessed a cell since the last barrier of the block */
    uint32_t unwritten; /* no thread accessed a cell since the block began */
} Times;

ALWAYS_INLINE Times scan_times(const Check *check, const AccessSet *set, size_t start, ptrdiff_t step, uint32_t count) {
    const int32_t *time = set->time + start;
    int32_t interval = check->times.interval, block_start = check->races->block_start;
    Times times = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        int32_t when = time[(ptrdiff_t)i * step];
        times.recent |= -(uint32_t)(when >= interval);
        times.unwritten |= -(uint32_t)(when < block_start);
    }
    return times;
}

/* Which threads the shadow of a row holds; read only where Times.recent says that there are any. */
typedef struct Accessors {
    bool all_complete; /* every cell has an `other` since the last barrier of the block */
    bool all_own;      /* every cell's `first` is the lane itself, since the last barrier of its warp */
    bool rivals;       /* a thread other than the lane itself accessed a cell since the last barrier of the block */
} Accessors;

ALWAYS_INLINE Accessors scan_accessors(const Check *check, const AccessSet *set, size_t start, ptrdiff_t step,
                                       uint32_t count, int lane_shift, uint32_t who) {
    const int32_t *time = set->time + start;
    const uint32_t *first = set->first + start;
    int32_t interval = check->times.interval, since = check->times.since;
    uint32_t others = HAS_OTHER, old = 0, unsynced = 0, other_threads = 0, rivals = 0;
    for (uint32_t i = 0; i < count; i++) {
        int32_t when = time[(ptrdiff_t)i * step];
        uint32_t flags = first[(ptrdiff_t)i * step];
        uint32_t different = (flags ^ (who + (i >> lane_shift))) & ~(UNKNOWN_PC << THREAD_BITS);
        others &= flags;
        old |= -(uint32_t)(when < interval);
        unsynced |= -(uint32_t)(when < since);
        other_threads |= different & THREAD_MASK;
        rivals |= -(uint32_t)(when >= interval) & different;
    }
    return (Accessors){others != 0 && old == 0, other_threads == 0 && unsynced == 0, rivals != 0};
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

/* The most frequent rows, of a word for each of 32 lanes, one after the other or in a column. They get constant
 * arguments, by which the compiler unrolls and vectorises. */
static bool is_usual(const Row *row) {
    return row->count == WARP_SIZE && row->lane_shift == 0;
}

static Times row_times(const Check *check, const AccessSet *set, const Row *row) {
    if (is_usual(row) && row->step == 1) return scan_times(check, set, row->first, 1, WARP_SIZE);
    if (is_usual(row)) return scan_times(check, set, row->first, row->step, WARP_SIZE);
    return scan_times(check, set, row->first, row->step, row->count);
}

static Accessors row_accessors(const Check *check, const AccessSet *set, const Row *row) {
    if (is_usual(row) && row->step == 1) return scan_accessors(check, set, row->first, 1, WARP_SIZE, 0, row->who);
    return scan_accessors(check, set, row->first, row->step, row->count, row->lane_shift, row->who);
}

static void claim_row(const Check *check, AccessSet *set, const Row *row) {
    if (is_usual(row) && row->step == 1)
        claim_cells(set, check->times.now, row->first, 1, WARP_SIZE, 0, row->who);
    else if (is_usual(row))
        claim_cells(set, check->times.now, row->first, row->step, WARP_SIZE, 0, row->who);
    else
        claim_cells(set, check->times.now, row->first, row->step, row->count, row->lane_shift, row->who);
}

static void remember_row(const Check *check, AccessSet *set, const Row *row, bool recent) {
    if (!recent) {
        claim_row(check, set, row);
        return;
    }
    Accessors accessors = row_accessors(check, set, row);
    if (accessors.all_complete || accessors.all_own) return;
    for (uint32_t i = 0; i < row->count; i++)
        remember(check, set, row->first + (size_t)((ptrdiff_t)i * row->step), row->who + (i >> row->lane_shift));
}

static void access_row(const Check *check, const Row *row) {
    Shadow *own = &check->races->shadow[check->kind];
    bool conflict = false, unwritten = false, writes_recent = false;
    for (int i = 0; i < check->against_count; i++) {
        Times times = row_times(check, check->against[i], row);
        if (i == 0) unwritten = times.unwritten != 0; /* the plain writes */
        if (check->against[i] == &own->writes) writes_recent = times.recent != 0;
        if (times.recent != 0) conflict |= row_accessors(check, check->against[i], row).rivals;
    }
    if (conflict) report_races(check);
    if (check->reads && unwritten) find_unwritten(check);
    if (!check->writes) {
        remember_row(check, &own->reads, row, row_times(check, &own->reads, row).recent != 0);
        return;
    }
    if (check->kind == CLASS_SYNCHRONISING) writes_recent = row_times(check, &own->writes, row).recent != 0;
    remember_row(check, &own->writes, row, writes_recent);
}

/* False where the request's cells are no row. In a row no two lanes share a cell, and each lane has one cell, or all
 * cells lie side by side. */
static bool make_row(const Check *check, Row *row) {
    const Request *request = check->request;
    if (!request->strided || request->stride == 0) return false;
    bool packed = request->stride == request->width;
    if (!packed && check->cells != 1) return false;
    row->first = cell_of(check, request->first_lane);
    row->step = packed ? 1 : (ptrdiff_t)(request->stride >> check->shift);
    row->count = (uint32_t)request->lanes << check->lane_shift;
    row->lane_shift = check->lane_shift;
    row->who = check->who + (uint32_t)request->first_lane;
    return true;
}

/* ---- lanes anywhere ---------------------------------------------------------------------------------------------- */

enum { MOST_CELLS = WARP_SIZE * 32 }; /* 32 bytes a lane, in cells of one */

/* The cells of some lanes, each with the thread and instruction that accesses it. Two lanes may share one. */
typedef struct CellList {
    uint32_t count;
    uint32_t cell[MOST_CELLS], who[MOST_CELLS];
} CellList;

static void list_cells(const Check *check, uint32_t lanes, CellList *list) {
    if (lanes == ALL_LANES && check->cells == 1) {
        for (int lane = 0; lane < WARP_SIZE; lane++) {
            list->cell[lane] = (uint32_t)check->request->address[lane] >> check->shift;
            list->who[lane] = check->who + (uint32_t)lane;
        }
        list->count = WARP_SIZE;
        return;
    }
    list->count = 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint32_t first = (uint32_t)cell_of(check, (int)lane);
        for (uint32_t i = 0; i < check->cells; i++) {
            list->cell[list->count] = first + i;
            list->who[list->count++] = check->who + lane;
        }
    }
}

static Times list_times(const Check *check, const AccessSet *set, const CellList *list) {
    int32_t interval = check->times.interval, block_start = check->races->block_start;
    Times times = {0, 0};
    for (uint32_t i = 0; i < list->count; i++) {
        int32_t when = set->time[list->cell[i]];
        times.recent |= when >= interval;
        times.unwritten |= when < block_start;
    }
    return times;
}

static bool list_has_rivals(const Check *check, const AccessSet *set, const CellList *list) {
    uint32_t rivals = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t recent = -(uint32_t)(set->time[list->cell[i]] >= check->times.interval);
        rivals |= recent & (set->first[list->cell[i]] ^ list->who[i]) & ~(UNKNOWN_PC << THREAD_BITS);
    }
    return rivals != 0;
}

/* Whether recording the accesses would change no cell. So it is mostly where many lanes update few words. */
static bool list_is_known(const Check *check, const AccessSet *set, const CellList *list) {
    uint32_t unknown = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        int32_t time = set->time[list->cell[i]];
        uint32_t first = set->first[list->cell[i]], different = first ^ list->who[i];
        uint32_t own = (uint32_t)(time >= check->times.since) & (uint32_t)((different & THREAD_MASK) < WARP_SIZE) &
                       ((uint32_t)((first & HAS_SECOND) != 0) | (uint32_t)((different & THREAD_MASK) == 0));
        uint32_t complete = (uint32_t)(time >= check->times.interval) & (first >> 31);
        unknown |= 1 ^ (own | complete);
    }
    return unknown == 0;
}

/* Where all lanes read one address, the two lowest are enough: `first` and `second` of its cells. */
static uint32_t lanes_to_list(const Check *check) {
    uint32_t mask = check->request->mask, rest = mask & (mask - 1);
    bool one_place = check->request->low == check->request->high && !check->writes;
    return one_place ? (mask & -mask) | (rest & -rest) : mask;
}

/* Whether the access is a synchronising write and there was no plain access since the last barrier. Then it races
 * with nothing; and if its cells need no record of it either, they count as written already. */
static bool only_atomics_since_barrier(const Check *check) {
    return check->kind == CLASS_SYNCHRONISING && check->writes && check->races->plain_latest < check->times.interval;
}

static void access_lanes(const Check *check) {
    CellList list;
    list_cells(check, lanes_to_list(check), &list);
    Shadow *own = &check->races->shadow[check->kind];
    AccessSet *set = check->writes ? &own->writes : &own->reads;
    bool known = list_is_known(check, set, &list), conflict = false, unwritten = false;
    if (known && only_atomics_since_barrier(check)) return;
    for (int i = 0; i < check->against_count; i++) {
        Times times = list_times(check, check->against[i], &list);
        if (i == 0) unwritten = times.unwritten != 0; /* the plain writes */
        if (times.recent != 0) conflict |= list_has_rivals(check, check->against[i], &list);
    }
    if (conflict) report_races(check);
    if (check->reads && unwritten) find_unwritten(check);
    for (uint32_t i = 0; i < list.count && !known; i++) remember(check, set, list.cell[i], list.who[i]);
}

void race_access(SimBlockMemory *block, const Request *request) {
    Check check;
    Row row;
    race_settle(block);
    make_check(block, request, &check);
    if (check.kind == CLASS_PLAIN) block->races.plain_latest = check.times.now;
    if (block->races.exact != NULL) {
        if (check.reads) find_unwritten(&check);
        exact_access(block, request, request->mask, block->races.exact, 0, block->shared);
    } else if (make_row(&check, &row))
        access_row(&check, &row);
    else
        access_lanes(&check);
}
