/* Instructions by which lanes of a warp wait for each other and exchange values: shfl, vote, match, redux, elect and
 * bar.warp.sync, which __shfl_sync() to __syncwarp() compile to.
 *
 * Which lanes wait for which (PTX ISA, the text on membermask is the same for each of them): the executing thread
 * waits until all threads that its mask names and that have not exited have executed the same instruction with the
 * same qualifiers and the same mask. PTX does not require the same place in the program: two calls in the two sides
 * of an `if` belong together, and so do those of a thread that comes early and of one that comes late. A thread that
 * has exited is not waited for.
 *
 * Lanes that must wait are parked on a path of their own (paths.c) while the other lanes run. When the last lane
 * arrives, all lanes of the meeting get their results and continue.
 *
 * Findings, for what the CUDA C++ Programming Guide calls undefined:
 *
 *   a thread that its own mask does not name
 *   a mask that names threads which never come, because they wait somewhere else
 *   a mask that names threads which ran on past the reconvergence point and ended without coming. (They may have
 *     returned from the kernel instead, which is allowed: early_return.c.) The same for threads that executed the very
 *     instruction with another mask, as where the masks of two groups overlap
 *   a shuffle that reads a lane which does not take part: the value is undefined, which is harmless where it is not
 *     used, as in the upper lanes of a reduction. It counts as a read of what no thread wrote (undefined.c). */
#include <stdio.h>
#include <string.h>

#include "finding_kinds.h"
#include "sim/handlers.h"
#include "sim/launch.h"
#include "sim/memory/address_fault.h"

/* A meeting: lanes that execute one of these instructions together, by one instruction or by several equivalent
 * ones. */
typedef struct Meeting {
    uint32_t mask;  /* the membermask that they gave */
    uint32_t lanes; /* those that take part */
    uint32_t votes;
    union {
        uint32_t word[WARP_SIZE];
        uint64_t wide[WARP_SIZE];
    };
} Meeting;

/* How an instruction is executed: bring stores what its lanes contribute to the meeting (NULL: nothing), take writes
 * their results (NULL: none). Both are for the lanes in warp->active and do not change it. */
typedef struct Operation {
    SimHandler run;
    const char *name; /* in CUDA C++ */
    void (*bring)(SimWarp *warp, const SimInstr *instr, Meeting *meeting);
    void (*take)(SimWarp *warp, const SimInstr *instr, const Meeting *meeting);
    bool orders; /* accesses before it by one lane happen before accesses after it by another: bar.warp.sync */
} Operation;

static bool lane_in(uint32_t mask, uint32_t lane) {
    return mask >> lane & 1;
}

static void set_lanes(SimWarp *warp, SimOperand dest, uint32_t lanes, uint32_t value) {
    uint32_t *row = sim_row(warp, dest);
    for (; lanes != 0; lanes &= lanes - 1) row[__builtin_ctz(lanes)] = value;
}

static void bring_words(SimWarp *warp, const SimInstr *instr, Meeting *meeting) {
    const uint32_t *row = sim_row(warp, instr->a);
    if (warp->active == meeting->lanes)
        memcpy(meeting->word, row, sizeof meeting->word);
    else
        for (uint32_t left = warp->active; left != 0; left &= left - 1)
            meeting->word[__builtin_ctz(left)] = row[__builtin_ctz(left)];
}

/* ---- shfl -------------------------------------------------------------------------------------------------------- */

/* The lane that a lane reads; *in_range: whether it lies in its segment, else the lane keeps its own value. */
static uint32_t source_lane(int64_t mode, uint32_t lane, uint32_t by, uint32_t clamp, bool *in_range) {
    uint32_t segment = clamp >> 8 & 31, bound = clamp & 31, offset = by & 31;
    uint32_t lowest = lane & segment, highest = lowest | (bound & ~segment);
    int64_t from;
    switch (mode) {
    case PTX_SHFL_UP: from = (int64_t)lane - offset; break;
    case PTX_SHFL_DOWN: from = (int64_t)lane + offset; break;
    case PTX_SHFL_BFLY: from = lane ^ offset; break;
    default: from = lowest | (offset & ~segment); break;
    }
    *in_range = mode == PTX_SHFL_UP ? from >= highest : from <= highest;
    return *in_range ? (uint32_t)from : lane;
}

/* The value for a lane that reads one which does not take part: its own, or another one where the launch is repeated
 * to see whether the value matters. */
static uint32_t undefined_value(SimWarp *warp, const SimInstr *instr, uint32_t lane, uint32_t from,
                                const Meeting *meeting) {
    char thread[32];
    sim_finding(warp->memory, FINDING_UNINITIALISED, true, instr->pc, UINT32_MAX,
                "thread %s takes a value from lane %u, which %s: what it gets is undefined",
                sim_thread_name(warp->memory, warp->number * WARP_SIZE + lane, thread), from,
                !lane_in(meeting->mask, from)   ? "its mask does not name"
                : !lane_in(warp->threads, from) ? "the block does not have"
                                                : "has ended");
    SimUndefined undefined = warp->worker->launch->layout.undefined;
    return undefined.repeats ? (uint32_t)undefined.bytes : meeting->word[lane];
}

/* a: value, b: lane or offset, c: clamp and segment; imm: the PtxMode; guard: the predicate result plus one, or 0. */
static void take_shuffled(SimWarp *warp, const SimInstr *instr, const Meeting *meeting) {
    const uint32_t *by = sim_row(warp, instr->b), *clamp = sim_row(warp, instr->c);
    uint32_t *dest = sim_row(warp, instr->dest), within = 0;
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        bool in_range;
        uint32_t from = source_lane(instr->imm, lane, by[lane], clamp[lane], &in_range);
        within |= (uint32_t)in_range << lane;
        dest[lane] =
            lane_in(meeting->lanes, from) ? meeting->word[from] : undefined_value(warp, instr, lane, from, meeting);
    }
    if (instr->guard) sim_predicate_set(warp, instr->guard - 1, within);
}

/* ---- vote, match, redux, elect ----------------------------------------------------------------------------------- */

static void bring_votes(SimWarp *warp, const SimInstr *instr, Meeting *meeting) {
    meeting->votes |= warp->active & sim_predicate(warp, instr->guard);
}

/* guard: the predicate; imm: the PtxMode. The result is a row for ballot, else a predicate. */
static void take_votes(SimWarp *warp, const SimInstr *instr, const Meeting *meeting) {
    uint32_t votes = meeting->votes;
    bool all = votes == meeting->lanes, result = false;
    switch (instr->imm) {
    case PTX_VOTE_ALL: result = all; break;
    case PTX_VOTE_ANY: result = votes != 0; break;
    case PTX_VOTE_UNI: result = votes == 0 || all; break;
    default: set_lanes(warp, instr->dest, warp->active, votes); return;
    }
    sim_predicate_set(warp, instr->dest, result ? ALL_LANES : 0);
}

static void bring_matched(SimWarp *warp, const SimInstr *instr, Meeting *meeting) {
    const void *row = sim_row(warp, instr->a);
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        meeting->wide[lane] = instr->b == 8 ? ((const uint64_t *)row)[lane] : ((const uint32_t *)row)[lane];
    }
}

/* a: value; b: bytes of a lane in its row; imm: the PtxMode; guard: the predicate result plus one, or 0. */
static void take_matched(SimWarp *warp, const SimInstr *instr, const Meeting *meeting) {
    uint32_t *dest = sim_row(warp, instr->dest), all = 0;
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), peers = 0;
        for (uint32_t others = meeting->lanes; others != 0; others &= others - 1) {
            uint32_t other = (uint32_t)__builtin_ctz(others);
            peers |= (uint32_t)(meeting->wide[lane] == meeting->wide[other]) << other;
        }
        all |= (uint32_t)(peers == meeting->lanes) << lane;
        dest[lane] = instr->imm == PTX_MATCH_ANY || peers == meeting->lanes ? peers : 0;
    }
    if (instr->guard) sim_predicate_set(warp, instr->guard - 1, all);
}

/* imm: the PtxMode; b: whether the type is signed. */
static void take_reduced(SimWarp *warp, const SimInstr *instr, const Meeting *meeting) {
    uint32_t result = meeting->word[__builtin_ctz(meeting->lanes)];
    for (uint32_t left = meeting->lanes & (meeting->lanes - 1); left != 0; left &= left - 1) {
        uint32_t other = meeting->word[__builtin_ctz(left)];
        bool less = instr->b != 0 ? (int32_t)other < (int32_t)result : other < result;
        switch (instr->imm) {
        case PTX_REDUX_ADD: result += other; break;
        case PTX_REDUX_MIN: result = less ? other : result; break;
        case PTX_REDUX_MAX: result = less ? result : other; break;
        case PTX_REDUX_AND: result &= other; break;
        case PTX_REDUX_OR: result |= other; break;
        default: result ^= other; break;
        }
    }
    set_lanes(warp, instr->dest, warp->active, result);
}

/* The lowest lane is elected. guard: the predicate result plus one, or 0; imm: 1 where the lane is wanted too. */
static void take_elected(SimWarp *warp, const SimInstr *instr, const Meeting *meeting) {
    uint32_t leader = meeting->lanes & (0u - meeting->lanes);
    if (instr->imm) set_lanes(warp, instr->dest, warp->active, (uint32_t)__builtin_ctz(leader));
    if (instr->guard) sim_predicate_set(warp, instr->guard - 1, leader);
}

enum { OF_SHUFFLE, OF_VOTE, OF_MATCH, OF_REDUCTION, OF_ELECTION, OF_WARP_SYNC, OPERATIONS };

static const Operation operations[OPERATIONS] = {
    [OF_SHUFFLE] = {sim_shuffle, "shuffle", bring_words, take_shuffled, false},
    [OF_VOTE] = {sim_vote, "vote", bring_votes, take_votes, false},
    [OF_MATCH] = {sim_match, "match", bring_matched, take_matched, false},
    [OF_REDUCTION] = {sim_reduce, "reduction", bring_words, take_reduced, false},
    [OF_ELECTION] = {sim_elect, "election", NULL, take_elected, false},
    [OF_WARP_SYNC] = {sim_warp_sync, "__syncwarp()", NULL, NULL, true},
};

static const Operation *operation_of(const SimInstr *instr) {
    for (int i = 0; i < OPERATIONS; i++)
        if (operations[i].run == instr->run) return &operations[i];
    return NULL;
}

/* ---- who waits_with
 * --------------------------------------------------------------------------------------------------- */

/* The same instruction with the same qualifiers, wherever it stands. */
static bool equivalent(const SimInstr *one, const SimInstr *other) {
    if (one == other) return true;
    bool has_type = one->run == sim_match || one->run == sim_reduce;
    return one->run == other->run && one->imm == other->imm && (!has_type || one->b == other->b);
}

static uint32_t mask_of(const SimWarp *warp, const SimInstr *instr, uint32_t lanes) {
    return ((const uint32_t *)sim_row(warp, instr->d))[__builtin_ctz(lanes)];
}

/* The active lanes that gave the same mask as the lowest lane in left. */
static uint32_t lanes_with_mask(const SimWarp *warp, const SimInstr *instr, uint32_t left) {
    const uint32_t *row = sim_row(warp, instr->d);
    uint32_t mask = row[__builtin_ctz(left)], lanes = 0;
    if ((instr->d & SIM_AREA_MASK) == SIM_AREA_LAUNCH) return left; /* an immediate */
    for (uint32_t rest = left; rest != 0; rest &= rest - 1)
        if (row[__builtin_ctz(rest)] == mask) lanes |= rest & (0u - rest);
    return lanes;
}

static uint32_t living(const SimWarp *warp) {
    return warp->threads & ~warp->exited;
}

static const SimInstr *report_unnamed(SimWarp *warp, const SimInstr *instr, uint32_t mask, uint32_t lanes) {
    char thread[32];
    uint32_t lane = (uint32_t)__builtin_ctz(lanes);
    sim_finding(warp->memory, FINDING_BARRIER, false, instr->pc, UINT32_MAX,
                "thread %s, lane %u, comes to this %s with the mask 0x%08x, which does not name it: the result is "
                "undefined",
                sim_thread_name(warp->memory, warp->number * WARP_SIZE + lane, thread), lane, operation_of(instr)->name,
                mask);
    return sim_stop(warp);
}

/* Executes instr for lanes that gave the same mask, when no other lane has to come. */
static void execute_group(SimWarp *warp, const SimInstr *instr, const Operation *operation, uint32_t mask,
                          uint32_t lanes) {
    uint32_t active = warp->active;
    Meeting meeting;
    meeting.mask = mask;
    meeting.lanes = warp->active = lanes;
    meeting.votes = 0;
    if (operation->bring != NULL) operation->bring(warp, instr, &meeting);
    if (operation->take != NULL) operation->take(warp, instr, &meeting);
    warp->active = active;
    if (operation->orders) sim_warp_barrier(warp->memory, warp->number, lanes | (mask & warp->exited));
}

/* Parks the lanes for whose mask others have to come, one path for each mask; the others execute instr and continue. */
static const SimInstr *execute_apart(SimWarp *warp, const SimInstr *instr, const Operation *operation) {
    uint32_t active = warp->active, done = 0, lanes;
    for (uint32_t left = active; left != 0; left &= ~lanes) {
        lanes = lanes_with_mask(warp, instr, left);
        uint32_t mask = mask_of(warp, instr, left);
        if ((lanes & ~mask) != 0) return report_unnamed(warp, instr, mask, lanes & ~mask);
        if ((mask & living(warp) & ~lanes) == 0) {
            execute_group(warp, instr, operation, mask, lanes);
            done |= lanes;
        } else {
            sim_push_path(warp, lanes, instr, warp->reconverge);
            warp->paths[warp->path_count - 1].parked = true;
            warp->paths[warp->path_count - 1].passed = mask & active & ~lanes; /* by another mask */
            warp->syncs++;
        }
    }
    if (done != 0) sim_push_path(warp, done, instr + 1, warp->reconverge);
    return sim_pick_path(warp);
}

/* The active lanes execute instr, or wait for those that their masks name. Lanes that gave the same mask are a
 * group: the tiles of a cooperative group execute one instruction side by side. */
static inline const SimInstr *execute(SimWarp *warp, const SimInstr *instr, const Operation *operation) {
    uint32_t active = warp->active, alive = living(warp), lanes;
    for (uint32_t left = active; left != 0; left &= ~lanes) {
        lanes = lanes_with_mask(warp, instr, left);
        if ((mask_of(warp, instr, left) & alive) != lanes) return execute_apart(warp, instr, operation);
    }
    for (uint32_t left = active; left != 0; left &= ~lanes) {
        lanes = lanes_with_mask(warp, instr, left);
        execute_group(warp, instr, operation, mask_of(warp, instr, left), lanes);
    }
    return instr + 1;
}

const SimInstr *sim_shuffle(SimWarp *warp, const SimInstr *instr) {
    return execute(warp, instr, &operations[OF_SHUFFLE]);
}

const SimInstr *sim_vote(SimWarp *warp, const SimInstr *instr) {
    return execute(warp, instr, &operations[OF_VOTE]);
}

const SimInstr *sim_match(SimWarp *warp, const SimInstr *instr) {
    return execute(warp, instr, &operations[OF_MATCH]);
}

const SimInstr *sim_reduce(SimWarp *warp, const SimInstr *instr) {
    return execute(warp, instr, &operations[OF_REDUCTION]);
}

const SimInstr *sim_elect(SimWarp *warp, const SimInstr *instr) {
    return execute(warp, instr, &operations[OF_ELECTION]);
}

const SimInstr *sim_warp_sync(SimWarp *warp, const SimInstr *instr) {
    return execute(warp, instr, &operations[OF_WARP_SYNC]);
}

/* ---- meetings of several paths ----------------------------------------------------------------------------------- */

static size_t lowest(const SimWarp *warp) {
    return warp->frames[warp->frame_count - 1].paths;
}

static uint32_t lanes_of(const SimWarp *warp, const SimPath *path) {
    return path->mask & ~(warp->frames[warp->frame_count - 1].returned | warp->exited);
}

static bool is_waiting(const SimWarp *warp, const SimPath *path) {
    return path->parked && path->at->run != sim_barrier && lanes_of(warp, path) != 0;
}

static bool waits_with(const SimWarp *warp, const SimPath *path, const SimPath *other) {
    return is_waiting(warp, other) && equivalent(path->at, other->at) &&
           mask_of(warp, other->at, lanes_of(warp, other)) == mask_of(warp, path->at, lanes_of(warp, path));
}

/* The meeting of all lanes that wait together with path's. */
static Meeting meeting_of(const SimWarp *warp, const SimPath *path) {
    Meeting meeting = {.mask = mask_of(warp, path->at, lanes_of(warp, path))};
    for (size_t i = lowest(warp); i < warp->path_count; i++)
        if (waits_with(warp, path, &warp->paths[i])) meeting.lanes |= lanes_of(warp, &warp->paths[i]);
    return meeting;
}

static void report_passed(SimWarp *warp, const SimInstr *instr, uint32_t mask, uint32_t passed) {
    char thread[32];
    sim_finding(warp->memory, FINDING_BARRIER, false, instr->pc, UINT32_MAX,
                "the mask 0x%08x of this %s names thread %s, which went on past it and ended: all threads that a mask "
                "names must come, with the same mask",
                mask, operation_of(instr)->name,
                sim_thread_name(warp->memory, warp->number * WARP_SIZE + (uint32_t)__builtin_ctz(passed), thread));
    sim_stop(warp);
}

/* Completes the meeting of all paths that wait together with the first one; they continue. */
static void complete(SimWarp *warp, const SimPath *first, Meeting *meeting) {
    const SimInstr *at = first->at;
    const Operation *operation = operation_of(at);
    SimPath *parts[WARP_SIZE]; /* no lane waits on two paths */
    size_t count = 0;
    uint32_t passed = 0;
    for (size_t i = lowest(warp); i < warp->path_count; i++)
        if (waits_with(warp, first, &warp->paths[i])) parts[count++] = &warp->paths[i];
    for (size_t i = 0; i < count && operation->bring != NULL; i++) {
        warp->active = lanes_of(warp, parts[i]);
        operation->bring(warp, parts[i]->at, meeting);
    }
    for (size_t i = 0; i < count; i++) {
        warp->active = lanes_of(warp, parts[i]);
        if (operation->take != NULL) operation->take(warp, parts[i]->at, meeting);
        passed |= parts[i]->passed & meeting->mask & warp->exited;
    }
    if (operation->orders)
        sim_warp_barrier(warp->memory, warp->number, meeting->lanes | (meeting->mask & warp->exited));
    if (passed != 0) report_passed(warp, at, meeting->mask, passed);
    for (size_t i = 0; i < count; i++) {
        parts[i]->parked = false;
        parts[i]->passed = 0;
        parts[i]->at++;
    }
    warp->syncs -= (uint32_t)count;
}

void sim_complete_syncs(SimWarp *warp) {
    uint32_t active = warp->active, before = warp->syncs;
    for (size_t i = lowest(warp); i < warp->path_count; i++) {
        const SimPath *path = &warp->paths[i];
        if (!is_waiting(warp, path)) continue;
        Meeting meeting = meeting_of(warp, path);
        if ((meeting.mask & living(warp) & ~meeting.lanes) == 0) complete(warp, path, &meeting);
    }
    if (warp->syncs != before) sim_merge_paths(warp);
    warp->active = active;
}

/* "waits at the barrier at line 12" */
static void describe_absent(const SimWarp *warp, uint32_t lane, char *text, size_t size, uint32_t *other_pc) {
    char line[32];
    *other_pc = UINT32_MAX;
    snprintf(text, size, "has gone another way");
    for (size_t i = lowest(warp); i < warp->path_count; i++) {
        const SimPath *path = &warp->paths[i];
        if (!path->parked || !lane_in(lanes_of(warp, path), lane)) continue;
        *other_pc = path->at->pc;
        if (path->at->run == sim_barrier)
            snprintf(text, size, "waits at the barrier%s", at_line(warp->memory, *other_pc, line));
        else
            snprintf(text, size, "waits in a %s%s with the mask 0x%08x", operation_of(path->at)->name,
                     at_line(warp->memory, *other_pc, line), mask_of(warp, path->at, lanes_of(warp, path)));
    }
}

bool sim_report_absent(SimWarp *warp) {
    const SimPath *path = NULL;
    for (size_t i = lowest(warp); i < warp->path_count && path == NULL; i++)
        if (is_waiting(warp, &warp->paths[i])) path = &warp->paths[i];
    if (path == NULL) return false;
    Meeting meeting = meeting_of(warp, path);
    uint32_t lane = (uint32_t)__builtin_ctz(meeting.mask & living(warp) & ~meeting.lanes), other_pc;
    char thread[32], absent[128];
    describe_absent(warp, lane, absent, sizeof absent, &other_pc);
    sim_finding(warp->memory, FINDING_BARRIER, false, path->at->pc, other_pc,
                "the mask 0x%08x of this %s names thread %s, which never comes: it %s", meeting.mask,
                operation_of(path->at)->name, sim_thread_name(warp->memory, warp->number * WARP_SIZE + lane, thread),
                absent);
    return true;
}
