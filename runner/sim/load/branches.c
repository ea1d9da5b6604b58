/* The assembler's view of branches: what Nsight Compute counts where it differs from the PTX.
 *
 * ptxas turns short branches into predicates, makes one of several, unrolls loops, and repeats their branches for what
 * is left over. What it did is read from the machine code. The line table tells for each BRA the PTX instruction that
 * it was made from; whether the two count the same is then proven, not guessed:
 *
 *  1. Points are the guarded BRA and EXIT of the machine code. Each must come from a guarded branch of the PTX, and no
 *     two from the same one. The PTX's other branches are gone: predicates took their place.
 *  2. From each point, and from the kernel's beginning, both ways must lead to the same next points in machine code and
 *     PTX (perhaps with taken and not taken exchanged). Then every thread passes the same points in the same order. A
 *     branch that is gone must lead to one next point only, whichever way it goes.
 *  3. A loop must go round as often in both (unrolled.c).
 *  4. Where lanes part at a point, they must meet again before the same next point: BSSY names where lanes that part
 *     after it meet; in PTX it is the nearest common successor. Where these differ, or no BSSY is open, the counts
 *     agree as long as no lanes part there: that is seen when the kernel has run.
 *  5. Unguarded BRAs are added by the assembler, at the end of an else part for instance. One that is reached by one
 *     way of one point alone, before lanes meet, is executed whenever a lane goes that way. Where a loop comes to that
 *     point again, lanes that left it in different rounds may wait at the BRA and execute it together, in no order that
 *     one could know; then the counts agree as long as no lanes part at the point.
 *
 * BRA counts, taken or not; EXIT, BSSY, BSYNC and WARPSYNC do not. This was measured on an H200, instruction by
 * instruction, for the kernels of tests/hardware/branches.cu; their counts are in branches_h200.csv.
 *
 * Not followed: calls, tables of branches, branches with a second predicate, lanes that leave a meeting (BREAK), loops
 * in the place of one PTX instruction. Of such kernels, and where 1 to 5 do not hold, nothing is said.
 */
#include "sim/load/branches.h"

#include <stdlib.h>
#include <string.h>

/* ---- where threads come ------------------------------------------------------------------------------------------ */

/* What remains to be visited, and what was. */
typedef struct Walk {
    uint32_t *open;
    uint32_t open_count;
} Walk;

/* Comes to a machine instruction with a meeting open; false where threads come to it with different ones. */
static bool arrive(SimMatch *match, Walk *walk, uint32_t at, uint32_t meeting) {
    if (at >= match->code.count) return false;
    if (match->reached[at]) return match->meeting[at] == meeting;
    match->reached[at] = true;
    match->meeting[at] = meeting;
    walk->open[walk->open_count++] = at;
    return true;
}

/* Which meeting is open after BSYNC: the one around the one that it ends, which must be the innermost. */
static bool end_meeting(const SimMatch *match, uint32_t at, uint32_t *meeting) {
    if (*meeting == 0) return false;
    const MachineInstr *begin = &match->code.instrs[*meeting - 1], *end = &match->code.instrs[at];
    if (begin->meeting != end->meeting || (begin->target != at && begin->target != at + 1)) return false;
    *meeting = match->meeting[*meeting - 1];
    return true;
}

static bool leave(SimMatch *match, Walk *walk, uint32_t at) {
    const MachineInstr *instr = &match->code.instrs[at];
    uint32_t meeting = match->meeting[at];
    switch ((MachineKind)instr->kind) {
    case MACHINE_UNKNOWN: return false;
    case MACHINE_WARP_MEET:
        if (meeting != 0) return false;
        break;
    case MACHINE_MEET:
        if (!end_meeting(match, at, &meeting)) return false;
        break;
    case MACHINE_MEETING: meeting = at + 1; break;
    case MACHINE_BRANCH:
        if (!arrive(match, walk, instr->target, meeting)) return false;
        if (!instr->guarded) return true;
        break;
    case MACHINE_EXIT:
        if (!instr->guarded) return true;
        break;
    case MACHINE_PLAIN: break;
    }
    return arrive(match, walk, at + 1, meeting);
}

static bool reach_all(SimMatch *match) {
    Walk walk = {.open = arena_array(match->decoder->arena, uint32_t, (size_t)match->code.count + 1)};
    if (!arrive(match, &walk, 0, 0)) return false;
    while (walk.open_count > 0)
        if (!leave(match, &walk, walk.open[--walk.open_count])) return false;
    return true;
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

static bool is_branch(const PtxInstr *instr) {
    return instr->op == PTX_OP_BRA || instr->op == PTX_OP_RET || instr->op == PTX_OP_EXIT;
}

/* Of a guarded branch and the jump after it the assembler makes one branch, which may have the line of either. */
static uint32_t branch_of_line(const PtxFunction *function, uint32_t line) {
    uint32_t at = sim_instr_of_line(function, line);
    if (at == function->instr_count || !is_branch(&function->instrs[at])) return UINT32_MAX;
    if (function->instrs[at].guard >= 0) return at;
    bool after = at > 0 && function->instrs[at - 1].op == PTX_OP_BRA && function->instrs[at - 1].guard >= 0;
    return after && function->instrs[at].op == PTX_OP_BRA ? at - 1 : UINT32_MAX;
}

static bool is_point(const SimMatch *match, uint32_t at) {
    const MachineInstr *instr = &match->code.instrs[at];
    return instr->guarded && (instr->kind == MACHINE_BRANCH || instr->kind == MACHINE_EXIT);
}

/* For each point the whole kernel may be walked: of those that would take long, nothing is said. */
enum { MOST_STEPS = 1 << 24 };

/* Rule 1. */
static bool find_points(SimMatch *match) {
    uint64_t size = (uint64_t)match->function->instr_count + match->code.count, points = 0;
    for (uint32_t i = 0; i <= match->function->instr_count; i++) match->made[i] = UINT32_MAX;
    for (uint32_t i = 0; i < match->code.count; i++) {
        match->branch_of[i] = UINT32_MAX;
        if (!match->reached[i] || !is_point(match, i)) continue;
        uint32_t branch = branch_of_line(match->function, match->code.instrs[i].line);
        if (branch == UINT32_MAX || match->made[branch] != UINT32_MAX) return false;
        match->branch_of[i] = branch;
        match->made[branch] = i;
        points++;
    }
    return points * size <= MOST_STEPS;
}

/* ---- ways -------------------------------------------------------------------------------------------------------- */

/* A place that a way leads to: a PTX branch that is a point, the function's instr_count for the kernel's end, or
 * nowhere where that is not one place. */
static const uint32_t nowhere = UINT32_MAX - 1;

typedef struct Trace {
    SimMatch *match;
    uint32_t *seen; /* by PTX instruction: the number of the trace that came there last */
    uint32_t number;
    uint32_t *open;
    uint32_t *owner; /* by machine instruction: for an unguarded BRA, the way that leads there, plus one */
    uint8_t *side;   /* by PTX instruction: see mark_side */
    bool *came;      /* by machine instruction: see comes_again */
    uint32_t *open_machine;
} Trace;

/* Where a way through the PTX leads that begins at an instruction. */
static uint32_t next_in_ptx(Trace *trace, uint32_t from) {
    const PtxFunction *function = trace->match->function;
    uint32_t count = 0, end = function->instr_count, found = nowhere;
    trace->number++;
    trace->open[count++] = from;
    while (count > 0) {
        uint32_t at = trace->open[--count];
        for (;; at++) {
            if (trace->seen[at] == trace->number) break;
            trace->seen[at] = trace->number;
            const PtxInstr *instr = &function->instrs[at];
            PtxKind kind = at < end ? (PtxKind)ptx_opcode[instr->op].kind : PTX_KIND_EXIT;
            bool ends = kind == PTX_KIND_EXIT || kind == PTX_KIND_RETURN, guarded = at < end && instr->guard >= 0;
            uint32_t place = ends && !guarded ? end : at;
            if (place == end || trace->match->made[at] != UINT32_MAX) {
                if (found != nowhere && found != place) return nowhere;
                found = place;
                break;
            }
            if (ends && found != nowhere && found != end) return nowhere;
            if (ends) found = end;
            if (instr->op == PTX_OP_BRX) return nowhere;
            if (instr->op == PTX_OP_BRA) trace->open[count++] = instr->operand[0].target;
            if (instr->op == PTX_OP_BRA && !guarded) break;
        }
    }
    return found;
}

/* The same for machine code. way: twice the number of the point, plus one for the way that is taken. *jumps: how many
 * unguarded BRAs a warp executes that goes there; UINT32_MAX where that is not known. NULL: nobody asks. */
static uint32_t next_in_machine(Trace *trace, uint32_t from, uint32_t way, uint32_t *jumps) {
    const SimMatch *match = trace->match;
    bool met = false;
    if (jumps != NULL) *jumps = 0;
    for (uint32_t at = from, steps = 0; steps <= match->code.count; steps++) {
        const MachineInstr *instr = &match->code.instrs[at];
        if (is_point(match, at)) return match->branch_of[at];
        if (instr->kind == MACHINE_EXIT) return match->function->instr_count;
        if (instr->kind == MACHINE_MEET || instr->kind == MACHINE_WARP_MEET) met = true;
        if (instr->kind != MACHINE_BRANCH) {
            at++;
            continue;
        }
        at = instr->target;
        if (jumps == NULL) continue;
        uint32_t *owner = &trace->owner[instr - match->code.instrs];
        if (met || (*owner != 0 && *owner != way + 1)) *jumps = UINT32_MAX;
        *owner = way + 1;
        if (*jumps != UINT32_MAX) ++*jumps;
    }
    return nowhere;
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

/* Whether the lines of the machine code along a way are those of the PTX along a way (1), of the other way (-1), or do
 * not tell (0). */
static int compare_lines(const SimMatch *match, uint32_t from, const uint8_t *side, uint8_t own) {
    int own_lines = 0, other_lines = 0;
    for (uint32_t at = from; at < match->code.count; at++) {
        const MachineInstr *instr = &match->code.instrs[at];
        if (instr->kind != MACHINE_PLAIN) break;
        uint32_t ptx = sim_instr_of_line(match->function, instr->line);
        if (instr->work == MACHINE_WORK_COPY || side[ptx] == 0 || side[ptx] == 3) continue;
        if (side[ptx] == own)
            own_lines++;
        else
            other_lines++;
    }
    return own_lines > 0 && other_lines == 0 ? 1 : other_lines > 0 && own_lines == 0 ? -1 : 0;
}

/* Marks the PTX from an instruction up to the next points and to where lanes meet again. */
static void mark_side(const SimMatch *match, uint32_t from, uint32_t meet, uint8_t *side, uint8_t mark, Trace *trace) {
    uint32_t count = 0, end = match->function->instr_count;
    trace->open[count++] = from;
    while (count > 0) {
        for (uint32_t at = trace->open[--count]; at < end && at != meet && !(side[at] & mark); at++) {
            const PtxInstr *instr = &match->function->instrs[at];
            PtxKind kind = (PtxKind)ptx_opcode[instr->op].kind;
            side[at] |= mark;
            if (match->made[at] != UINT32_MAX) break;
            if (instr->op == PTX_OP_BRA) trace->open[count++] = instr->operand[0].target;
            if (instr->guard < 0 && (instr->op == PTX_OP_BRA || kind == PTX_KIND_EXIT || kind == PTX_KIND_RETURN))
                break;
        }
    }
}

/* Both ways lead to the same point: the code along them tells which is which. False where it does not. */
static bool tell_apart(Trace *trace, uint32_t point, uint32_t branch, bool *exchanged) {
    const SimMatch *match = trace->match;
    const PtxInstr *instr = &match->function->instrs[branch];
    uint8_t *side = trace->side;
    memset(side, 0, (size_t)match->function->instr_count + 1);
    mark_side(match, instr->operand[0].target, instr->reconverge, side, 1, trace);
    mark_side(match, branch + 1, instr->reconverge, side, 2, trace);
    int taken = compare_lines(match, match->code.instrs[point].target, side, 1);
    int falls = compare_lines(match, point + 1, side, 2);
    *exchanged = taken + falls < 0;
    return taken + falls != 0;
}

/* Rule 4: whether lanes that part at a point meet before the same next point. Lanes that exit meet no others and keep
 * no others apart, neither in machine code nor in the simulator (run/control_flow.c). */
static bool meets_alike(Trace *trace, uint32_t point, uint32_t branch) {
    const SimMatch *match = trace->match;
    if (match->code.instrs[point].kind == MACHINE_EXIT) return true;
    uint32_t meeting = match->meeting[point], end = match->function->instr_count;
    const PtxInstr *instr = &match->function->instrs[branch];
    uint32_t reconverge = instr->op == PTX_OP_BRA ? instr->reconverge : end;
    uint32_t in_ptx = reconverge < end ? next_in_ptx(trace, reconverge) : end, in_machine = end;
    if (meeting != 0) in_machine = next_in_machine(trace, match->code.instrs[meeting - 1].target, 0, NULL);
    return in_ptx != nowhere && in_ptx == in_machine;
}

/* Whether lanes can come to a point again before those that parted there have met. */
static bool comes_again(Trace *trace, uint32_t point) {
    const MachineCode *code = &trace->match->code;
    bool *seen = trace->came;
    uint32_t *open = trace->open_machine, count = 0;
    memset(seen, 0, code->count * sizeof *seen);
    if (trace->match->meeting[point] != 0) seen[trace->match->meeting[point] - 1] = true;
    open[count++] = point;
    while (count > 0) {
        for (uint32_t at = open[--count];; at++) {
            const MachineInstr *instr = &code->instrs[at];
            bool branches = instr->kind == MACHINE_BRANCH, goes_on = instr->guarded || !branches;
            if (branches && instr->target == point) return true;
            if (branches && !seen[instr->target]) {
                seen[instr->target] = true;
                open[count++] = instr->target;
            }
            if (!goes_on || (instr->kind == MACHINE_EXIT && !instr->guarded) || seen[at + 1]) break;
            if (at + 1 == point) return true;
            seen[at + 1] = true;
        }
    }
    return false;
}

static bool match_point(Trace *trace, uint32_t point, SimKeptBranch *kept) {
    SimMatch *match = trace->match;
    const MachineInstr *machine = &match->code.instrs[point];
    uint32_t branch = match->branch_of[point], end = match->function->instr_count, jumps[2] = {0, 0};
    const PtxInstr *instr = &match->function->instrs[branch];
    bool branches = machine->kind == MACHINE_BRANCH, exchanged = false;
    uint32_t ptx[2] = {next_in_ptx(trace, branch + 1),
                       instr->op == PTX_OP_BRA ? next_in_ptx(trace, instr->operand[0].target) : end};
    uint32_t way[2] = {next_in_machine(trace, point + 1, 2 * point, &jumps[0]),
                       branches ? next_in_machine(trace, machine->target, 2 * point + 1, &jumps[1]) : end};
    if (ptx[0] == nowhere || ptx[1] == nowhere) return false;
    if (way[0] != ptx[0] || way[1] != ptx[1]) {
        if (way[0] != ptx[1] || way[1] != ptx[0]) return false;
        exchanged = true;
    } else if (ptx[0] == ptx[1] && jumps[0] != jumps[1] && !tell_apart(trace, point, branch, &exchanged))
        return false;
    if (jumps[0] == UINT32_MAX || jumps[1] == UINT32_MAX || jumps[0] > UINT8_MAX || jumps[1] > UINT8_MAX) return false;
    bool elsewhere = !meets_alike(trace, point, branch) || (jumps[0] + jumps[1] > 0 && comes_again(trace, point));
    if (elsewhere && instr->op != PTX_OP_BRA) return false; /* nobody counts where lanes part at a return */
    *kept = (SimKeptBranch){.kept = branches,
                            .parts_elsewhere = elsewhere,
                            .jumps_taken = (uint8_t)jumps[!exchanged],
                            .jumps_else = (uint8_t)jumps[exchanged]};
    return true;
}

/* ---- the kernel -------------------------------------------------------------------------------------------------- */

static bool match_points(SimMatch *match, SimKeptBranch *kept) {
    Arena *arena = match->decoder->arena;
    size_t instrs = match->function->instr_count;
    Trace trace = {.match = match,
                   .seen = arena_array(arena, uint32_t, instrs + 1),
                   .open = arena_array(arena, uint32_t, 2 * instrs + 2),
                   .owner = arena_array(arena, uint32_t, match->code.count),
                   .side = arena_array(arena, uint8_t, instrs + 1),
                   .came = arena_array(arena, bool, match->code.count),
                   .open_machine = arena_array(arena, uint32_t, (size_t)match->code.count + 1)};
    uint32_t jumps, from_start = next_in_machine(&trace, 0, UINT32_MAX - 1, &jumps);
    if (jumps != 0 || from_start == nowhere || next_in_ptx(&trace, 0) != from_start) return false;
    for (uint32_t i = 0; i < match->code.count; i++)
        if (match->branch_of[i] != UINT32_MAX && !match_point(&trace, i, &kept[match->branch_of[i]])) return false;
    return true;
}

static bool calls(const PtxFunction *function) {
    for (uint32_t i = 0; i < function->instr_count; i++)
        if (function->instrs[i].op == PTX_OP_CALL) return true;
    return false;
}

void sim_match_branches(Decoder *decoder) {
    Arena *arena = decoder->arena;
    const PtxFunction *function = decoder->function;
    SimMatch match = {.decoder = decoder, .function = function};
    if (calls(function) || function->instr_count == 0) return;
    if (!sim_machine_code(decoder->launch->image, function->name, arena, &match.code)) return;
    match.reached = arena_array(arena, bool, match.code.count);
    match.meeting = arena_array(arena, uint32_t, match.code.count);
    match.branch_of = arena_array(arena, uint32_t, match.code.count);
    match.made = arena_array(arena, uint32_t, (size_t)function->instr_count + 1);
    SimKeptBranch *kept = arena_array(arena, SimKeptBranch, (size_t)function->instr_count + 1);
    if (reach_all(&match) && find_points(&match) && match_points(&match, kept) && sim_rounds_agree(&match))
        decoder->program->kept_branches = kept;
}
