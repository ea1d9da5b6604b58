/* Races on shared memory, by happens-before and not by luck of the schedule; and reads of what nobody wrote.
 *
 * Time moves on at every barrier and never goes back, so that a barrier or a new block costs nothing: what lies before the last
 * block-wide barrier is past. Shared memory is divided into cells of 4 bytes (fewer, once a narrower access is seen: then
 * all of the shadow is refined). For each cell and for reads and writes apart, the shadow remembers who accessed it
 * since the last barrier:
 *
 *     time     when the first one did, of the warp that came first
 *     first    that thread and its instruction, and whether there is a
 *     second   another thread of the same warp, since that warp's last barrier
 *     other    a thread of another warp
 *
 * That is enough to forget nobody who matters. Whoever accesses the cell next belongs to another warp than `first` or to
 * another than `other`, so a race between warps is found whichever threads came before; and within first's warp it
 * is another thread than `first` or than `second`.
 *
 * Between warps a race is an error. Within a warp (no __syncwarp() between two instructions) it is a warning, as lanes
 * do run in step on most hardware; so is a write between warps of the value that is already there. A bar.warp.sync of
 * some lanes is taken for one of all: at worst a warning is missed. Named barriers of part of a block and
 * flags with acquire and release order nothing here.
 *
 * Atomic, volatile and other synchronising accesses keep a second shadow: they race with plain accesses only.
 *
 * The usual request has 32 lanes side by side: its cells are scanned in loops that the compiler vectorises, which answer
 * "nobody but the same thread" or "look closer". */
#include <stdio.h>
#include <string.h>

#include "sim/block_memory.h"

/* A thread and its instruction in 32 bits. */
enum { THREAD_BITS = 10, PC_BITS = 20 };
#define THREAD_MASK ((UINT32_C(1) << THREAD_BITS) - 1)
#define UNKNOWN_PC ((UINT32_C(1) << PC_BITS) - 1)
#define HAS_SECOND (UINT32_C(1) << 30)
#define HAS_OTHER (UINT32_C(1) << 31)

static uint32_t who_is(uint32_t pc, uint32_t thread) {
    return (pc < UNKNOWN_PC ? pc : UNKNOWN_PC) << THREAD_BITS | thread;
}

static uint32_t thread_of(uint32_t who) {
    return who & THREAD_MASK;
}

static uint32_t warp_of(uint32_t who) {
    return thread_of(who) / LANES;
}

static uint32_t pc_of(uint32_t who) {
    uint32_t pc = who >> THREAD_BITS & UNKNOWN_PC;
    return pc == UNKNOWN_PC ? UINT32_MAX : pc;
}

/* ---- set-up, time ---------------------------------------------------------------------------------------------------- */

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
    races->shadow[CLASS_PLAIN] = make_shadow(block->arena, races->cells);
}

static void forget(Races *races) {
    for (int class = 0; class < CLASS_COUNT; class++) {
        if (races->shadow[class].reads.time == NULL) continue;
        memset(races->shadow[class].reads.time, 0, races->cells * sizeof(int32_t));
        memset(races->shadow[class].writes.time, 0, races->cells * sizeof(int32_t));
    }
    memset(races->warp_since, 0, sizeof races->warp_since);
    races->now = 0;
    races->interval = 1;
    races->block_start = 0; /* all counts as written: better to say nothing than something untrue */
}

static int32_t next_time(Races *races) {
    if (races->now == INT32_MAX) forget(races);
    return ++races->now;
}

void race_block_begin(Races *races) {
    int32_t now = next_time(races);
    races->block_start = races->interval = now;
}

void race_block_barrier(Races *races) {
    int32_t now = next_time(races);
    races->interval = now;
}

void race_warp_barrier(Races *races, uint32_t warp) {
    int32_t now = next_time(races);
    if (warp < MAX_THREADS / LANES) races->warp_since[warp] = now;
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
    for (int class = 0; class < CLASS_COUNT; class++) {
        if (races->shadow[class].reads.time == NULL) continue;
        refine_set(block->arena, &races->shadow[class].reads, races->cells, by);
        refine_set(block->arena, &races->shadow[class].writes, races->cells, by);
    }
    races->cells <<= by;
    races->cell_shift = cell_shift;
}

/* ---- what one request needs to know ----------------------------------------------------------------------------------- */

typedef struct Look {
    SimBlockMemory *block;
    const Request *request;
    Races *races;
    uint32_t who;           /* of lane 0 */
    int32_t interval;
    int32_t since;          /* the warp's last barrier of any kind */
    int shift;              /* log2 of a cell's bytes */
    uint32_t cells;         /* per lane, a power of two */
    int lane_shift;         /* log2 of it */
    bool reads, writes;
    AccessClass class;
    const AccessSet *against[4]; /* what this access races with */
    bool against_writes[4];
    int against_count;
} Look;

static void add_against(Look *look, AccessClass class) {
    const Shadow *shadow = &look->races->shadow[class];
    look->against[look->against_count] = &shadow->writes;
    look->against_writes[look->against_count++] = true;
    if (!look->writes) return;
    look->against[look->against_count] = &shadow->reads;
    look->against_writes[look->against_count++] = false;
}

static Look make_look(SimBlockMemory *block, const Request *request) {
    Races *races = &block->races;
    const SimAccess *access = request->access;
    int width_shift = __builtin_ctz((unsigned)request->width);
    if (width_shift < races->cell_shift) refine_cells(block, width_shift);
    Look look = {.block = block, .request = request, .races = races,
                 .who = who_is(access->pc, request->warp * LANES), .interval = races->interval,
                 .since = races->warp_since[request->warp], .shift = races->cell_shift,
                 .lane_shift = width_shift - races->cell_shift, .reads = access->op != REQUEST_STORE,
                 .writes = access->op != REQUEST_LOAD,
                 .class = access->synchronising || access->op == REQUEST_ATOMIC ? CLASS_SYNCHRONISING : CLASS_PLAIN};
    if (look.since < look.interval) look.since = look.interval;
    look.cells = UINT32_C(1) << look.lane_shift;
    if (look.class == CLASS_SYNCHRONISING && !races->synchronising_seen) {
        races->shadow[CLASS_SYNCHRONISING] = make_shadow(block->arena, races->cells);
        races->synchronising_seen = true;
    }
    add_against(&look, CLASS_PLAIN);
    if (look.class == CLASS_PLAIN && races->synchronising_seen) add_against(&look, CLASS_SYNCHRONISING);
    return look;
}

static size_t cell_of(const Look *look, int lane) {
    return (size_t)(look->request->address[lane] >> look->shift);
}

/* ---- saying so ---------------------------------------------------------------------------------------------------------- */

static const char *at_line(const SimBlockMemory *block, uint32_t pc, char buffer[32]) {
    buffer[0] = 0;
    if (pc < block->layout->pc_count && block->layout->pc_loc[pc].line > 0)
        snprintf(buffer, 32, " at line %d", block->layout->pc_loc[pc].line);
    return buffer;
}

typedef struct Earlier {
    uint32_t who;
    bool wrote, same_warp;
} Earlier;

static void report_race(const Look *look, int lane, size_t cell, Earlier earlier) {
    SimBlockMemory *block = look->block;
    const SimAccess *access = look->request->access;
    uint32_t pc = access->pc, other_pc = pc_of(earlier.who);
    bool same_value = earlier.wrote && access->op == REQUEST_STORE && transfer_equal(look->request, lane, block->shared, 0);
    bool warning = earlier.same_warp || same_value;
    if (finding_again(block, FINDING_RACE, warning, pc, other_pc)) return;
    char place[FAULT_TEXT], first[32], second[32], first_line[32], second_line[32];
    sim_finding(block, FINDING_RACE, warning, pc, other_pc, "%s: %s by thread %s%s, %s by thread %s%s, with no %s between%s",
                fault_place(block, PTX_SHARED, (uint64_t)cell << look->shift, place), earlier.wrote ? "written" : "read",
                sim_thread_name(block, thread_of(earlier.who), first), at_line(block, other_pc, first_line),
                access->op == REQUEST_LOAD ? "read" : access->op == REQUEST_STORE ? "written" : "updated",
                sim_thread_name(block, look->request->warp * LANES + (uint32_t)lane, second),
                at_line(block, pc, second_line), earlier.same_warp ? "__syncwarp()" : "__syncthreads()",
                same_value ? " (the same value both times)" : "");
}

static void report_uninitialised(const Look *look, int lane, size_t cell) {
    SimBlockMemory *block = look->block;
    uint32_t pc = look->request->access->pc;
    if (finding_again(block, FINDING_UNINITIALISED, true, pc, UINT32_MAX)) return;
    char place[FAULT_TEXT], thread[32];
    sim_finding(block, FINDING_UNINITIALISED, true, pc, UINT32_MAX, "%s: read by thread %s before any thread wrote it",
                fault_place(block, PTX_SHARED, (uint64_t)cell << look->shift, place),
                sim_thread_name(block, look->request->warp * LANES + (uint32_t)lane, thread));
}

void race_lanes_disagree(SimBlockMemory *block, const Request *request) {
    uint32_t pc = request->access->pc;
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left), winner = LANES - 1;
        if (transfer_equal(request, lane, block->shared, 0)) continue;
        if (finding_again(block, FINDING_RACE, true, pc, UINT32_MAX)) return;
        while ((request->mask >> winner & 1) == 0 || request->address[winner] != request->address[lane]) winner--;
        char place[FAULT_TEXT], first[32], second[32];
        sim_finding(block, FINDING_RACE, true, pc, UINT32_MAX,
                    "%s: threads %s and %s write different values to it in one instruction, and either may stay",
                    fault_place(block, PTX_SHARED, request->address[lane], place),
                    sim_thread_name(block, request->warp * LANES + (uint32_t)lane, first),
                    sim_thread_name(block, request->warp * LANES + (uint32_t)winner, second));
        return;
    }
}

/* ---- looking closer ----------------------------------------------------------------------------------------------------- */

/* Whether the lane's access to the cell races with one of the set; *earlier says with which. */
static bool races_with(const Look *look, const AccessSet *set, size_t cell, uint32_t thread, Earlier *earlier) {
    if (set->time[cell] < look->interval) return false;
    uint32_t first = set->first[cell];
    earlier->same_warp = false;
    earlier->who = first;
    if (warp_of(first) != thread / LANES) return true;
    earlier->who = set->other[cell];
    if ((first & HAS_OTHER) != 0) return true;
    if (set->time[cell] < look->since) return false;
    earlier->same_warp = true;
    earlier->who = thread_of(first) != thread ? first : set->second[cell];
    return thread_of(first) != thread || (first & HAS_SECOND) != 0;
}

static void look_closer_at_lane(const Look *look, int lane) {
    uint32_t thread = look->request->warp * LANES + (uint32_t)lane;
    size_t first = cell_of(look, lane);
    for (int i = 0; i < look->against_count; i++)
        for (size_t cell = first; cell < first + look->cells; cell++) {
            Earlier earlier = {.wrote = look->against_writes[i]};
            if (!races_with(look, look->against[i], cell, thread, &earlier)) continue;
            report_race(look, lane, cell, earlier);
            break; /* one for each lane and set: cells of one access have one cause */
        }
}

static void look_closer(const Look *look) {
    for (uint32_t left = look->request->mask; left != 0; left &= left - 1) look_closer_at_lane(look, __builtin_ctz(left));
}

static bool was_written(const Look *look, size_t cell) {
    const Races *races = look->races;
    for (int class = 0; class < CLASS_COUNT; class++)
        if (races->shadow[class].writes.time != NULL && races->shadow[class].writes.time[cell] >= races->block_start)
            return true;
    return false;
}

static void find_unwritten(const Look *look) {
    for (uint32_t left = look->request->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        size_t first = cell_of(look, lane);
        for (size_t cell = first; cell < first + look->cells; cell++)
            if (!was_written(look, cell)) {
                report_uninitialised(look, lane, cell);
                return;
            }
    }
}

/* ---- remembering -------------------------------------------------------------------------------------------------------- */

static void remember(const Look *look, AccessSet *set, size_t cell, uint32_t who) {
    int32_t time = set->time[cell];
    uint32_t first = set->first[cell];
    if (time >= look->interval && (first & HAS_OTHER) != 0) return;
    bool another_warp = time >= look->interval && warp_of(first) != warp_of(who);
    if (another_warp) {
        set->other[cell] = who;
        set->first[cell] = first | HAS_OTHER;
    } else if (time < look->since) {
        set->time[cell] = look->races->now;
        set->first[cell] = who;
    } else if (thread_of(first) != thread_of(who) && (first & HAS_SECOND) == 0) {
        set->second[cell] = who;
        set->first[cell] = first | HAS_SECOND;
    }
}

static void remember_lanes(const Look *look, AccessSet *set, uint32_t lanes) {
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        size_t first = cell_of(look, (int)lane);
        for (size_t cell = first; cell < first + look->cells; cell++) remember(look, set, cell, look->who + lane);
    }
}

/* 32 lanes side by side: cell i belongs to lane i >> lane_shift. */
static void remember_row(const Look *look, AccessSet *set, size_t first_cell) {
    int32_t *restrict time = set->time + first_cell;
    uint32_t *restrict first = set->first + first_cell;
    int32_t oldest = INT32_MAX, newest = 0;
    uint32_t others = HAS_OTHER, strangers = 0;
    for (uint32_t start = 0; start < look->cells * LANES; start += LANES)
        for (uint32_t i = start; i < start + LANES; i++) {
            oldest = time[i] < oldest ? time[i] : oldest;
            newest = time[i] > newest ? time[i] : newest;
            others &= first[i];
            strangers |= (first[i] ^ (look->who + (i >> look->lane_shift))) & THREAD_MASK;
        }
    bool again = oldest >= look->since && strangers == 0, complete = oldest >= look->interval && others != 0;
    if (again || complete) return;
    if (newest >= look->interval) {
        remember_lanes(look, set, ALL_LANES);
        return;
    }
    for (uint32_t start = 0; start < look->cells * LANES; start += LANES)
        for (uint32_t i = start; i < start + LANES; i++) {
            time[i] = look->races->now;
            first[i] = look->who + (i >> look->lane_shift);
        }
}

/* ---- the usual cases ----------------------------------------------------------------------------------------------------- */

/* Whether anyone but the lane itself was there since the last barrier. */
static bool row_needs_look(const Look *look, const AccessSet *set, size_t first_cell) {
    const int32_t *time = set->time + first_cell;
    const uint32_t *first = set->first + first_cell;
    uint32_t strangers = 0;
    for (uint32_t start = 0; start < look->cells * LANES; start += LANES)
        for (uint32_t i = start; i < start + LANES; i++) {
            uint32_t recent = -(uint32_t)(time[i] >= look->interval);
            strangers |= recent & (first[i] ^ (look->who + (i >> look->lane_shift))) & ~(UNKNOWN_PC << THREAD_BITS);
        }
    return strangers != 0;
}

static bool row_has_unwritten(const Look *look, size_t first_cell) {
    const int32_t *time = look->races->shadow[CLASS_PLAIN].writes.time + first_cell;
    int32_t oldest = INT32_MAX;
    for (uint32_t start = 0; start < look->cells * LANES; start += LANES)
        for (uint32_t i = start; i < start + LANES; i++) oldest = time[i] < oldest ? time[i] : oldest;
    return oldest < look->races->block_start;
}

static void access_row(const Look *look) {
    size_t first_cell = cell_of(look, look->request->stride < 0 ? LANES - 1 : 0);
    bool closer = false;
    for (int i = 0; i < look->against_count; i++) closer |= row_needs_look(look, look->against[i], first_cell);
    if (closer) look_closer(look);
    if (look->reads && row_has_unwritten(look, first_cell)) find_unwritten(look);
    Shadow *shadow = &look->races->shadow[look->class];
    if (look->reads) remember_row(look, &shadow->reads, first_cell);
    if (look->writes) remember_row(look, &shadow->writes, first_cell);
}

static bool lanes_need_look(const Look *look, const AccessSet *set, uint32_t lanes) {
    uint32_t strangers = 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        size_t first = cell_of(look, (int)lane);
        for (size_t cell = first; cell < first + look->cells; cell++) {
            uint32_t recent = -(uint32_t)(set->time[cell] >= look->interval);
            strangers |= recent & (set->first[cell] ^ (look->who + lane)) & ~(UNKNOWN_PC << THREAD_BITS);
        }
    }
    return strangers != 0;
}

static bool lanes_have_unwritten(const Look *look, uint32_t lanes) {
    const int32_t *time = look->races->shadow[CLASS_PLAIN].writes.time;
    int32_t oldest = INT32_MAX;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        size_t first = cell_of(look, __builtin_ctz(left));
        for (size_t cell = first; cell < first + look->cells; cell++) oldest = time[cell] < oldest ? time[cell] : oldest;
    }
    return oldest < look->races->block_start;
}

/* Lanes at any addresses. Where all read one place, the two lowest stand for them: `first` and `second` of its cells. */
static void access_lanes(const Look *look) {
    uint32_t mask = look->request->mask, lanes = mask;
    if (look->request->low == look->request->high && !look->writes) {
        uint32_t rest = mask & (mask - 1);
        lanes = (mask & -mask) | (rest & -rest);
    }
    bool closer = false;
    for (int i = 0; i < look->against_count; i++) closer |= lanes_need_look(look, look->against[i], lanes);
    if (closer) look_closer(look);
    if (look->reads && lanes_have_unwritten(look, lanes)) find_unwritten(look);
    Shadow *shadow = &look->races->shadow[look->class];
    if (look->reads) remember_lanes(look, &shadow->reads, lanes);
    if (look->writes) remember_lanes(look, &shadow->writes, lanes);
}

void race_access(SimBlockMemory *block, const Request *request) {
    Look look = make_look(block, request);
    if (request->strided && request->stride == request->width) access_row(&look);
    else access_lanes(&look);
}
