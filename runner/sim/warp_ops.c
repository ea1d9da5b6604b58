/* Instructions by which the lanes of a warp exchange values, and the registers that the device keeps. Each looks at the
 * active lanes only: a lane that the mask names but that does not take part has an undefined value in PTX, here its
 * own. */
#include <fenv.h>

#include "sim/sim.h"

static bool lane_in(uint32_t mask, uint32_t lane) {
    return mask >> lane & 1;
}

/* a: value, b: lane or offset, c: clamp and segment; imm: the PtxMode; guard: the predicate result plus one, or 0. */
const SimInstr *sim_shuffle(SimWarp *warp, const SimInstr *instr) {
    const uint32_t *value = sim_row(warp, instr->a), *by = sim_row(warp, instr->b), *clamp = sim_row(warp, instr->c);
    uint32_t *dest = sim_row(warp, instr->dest), result[SIM_LANES], within = 0;
    for (uint32_t lane = 0; lane < SIM_LANES; lane++) {
        uint32_t segment = clamp[lane] >> 8 & 31, bound = clamp[lane] & 31, offset = by[lane] & 31;
        uint32_t highest = (lane & segment) | (bound & ~segment), lowest = lane & segment;
        int64_t from = lane;
        bool in_range = true;
        switch (instr->imm) {
        case PTX_SHFL_UP: from = (int64_t)lane - offset; in_range = from >= highest; break;
        case PTX_SHFL_DOWN: from = lane + offset; in_range = from <= highest; break;
        case PTX_SHFL_BFLY: from = lane ^ offset; in_range = from <= highest; break;
        default: from = lowest | (offset & ~segment); in_range = from <= highest; break;
        }
        if (!in_range)
            from = lane;
        else
            within |= UINT32_C(1) << lane;
        result[lane] = lane_in(warp->active, (uint32_t)from) ? value[from] : value[lane];
    }
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        if (lane_in(warp->active, lane))
            dest[lane] = result[lane];
    if (instr->guard)
        sim_predicate_set(warp, instr->guard - 1, within);
    sim_warp_barrier(warp->worker->memory, warp->number, warp->active);
    return instr + 1;
}

static void set_all(SimWarp *warp, SimOperand dest, uint32_t value) {
    uint32_t *row = sim_row(warp, dest);
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        if (lane_in(warp->active, lane))
            row[lane] = value;
}

/* guard: the predicate; imm: the PtxMode. The result is a row for ballot, else a predicate. */
const SimInstr *sim_vote(SimWarp *warp, const SimInstr *instr) {
    uint32_t active = warp->active, votes = active & sim_predicate(warp, instr->guard);
    bool result = false;
    switch (instr->imm) {
    case PTX_VOTE_ALL: result = votes == active; break;
    case PTX_VOTE_ANY: result = votes != 0; break;
    case PTX_VOTE_UNI: result = votes == 0 || votes == active; break;
    default: set_all(warp, instr->dest, votes);
    }
    if (instr->imm != PTX_VOTE_BALLOT)
        sim_predicate_set(warp, instr->dest, result ? SIM_ALL_LANES : 0);
    sim_warp_barrier(warp->worker->memory, warp->number, active);
    return instr + 1;
}

/* a: value; b: bytes of a lane in its row; imm: the PtxMode; guard: the predicate result plus one, or 0. */
const SimInstr *sim_match(SimWarp *warp, const SimInstr *instr) {
    const uint32_t *narrow = sim_row(warp, instr->a);
    const uint64_t *wide = sim_row(warp, instr->a);
    uint32_t *dest = sim_row(warp, instr->dest), active = warp->active, result[SIM_LANES] = {0}, all = 0;
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        for (uint32_t other = 0; other < SIM_LANES && lane_in(active, lane); other++)
            if (lane_in(active, other) && (instr->b == 8 ? wide[lane] == wide[other] : narrow[lane] == narrow[other]))
                result[lane] |= UINT32_C(1) << other;
    for (uint32_t lane = 0; lane < SIM_LANES; lane++) {
        if (!lane_in(active, lane))
            continue;
        bool same = result[lane] == active;
        all |= (uint32_t)same << lane;
        dest[lane] = instr->imm == PTX_MATCH_ANY || same ? result[lane] : 0;
    }
    if (instr->guard)
        sim_predicate_set(warp, instr->guard - 1, all);
    sim_warp_barrier(warp->worker->memory, warp->number, active);
    return instr + 1;
}

const SimInstr *sim_active_mask(SimWarp *warp, const SimInstr *instr) {
    set_all(warp, instr->dest, warp->active);
    return instr + 1;
}

/* imm: the PtxMode; b: whether the type is signed. */
const SimInstr *sim_reduce(SimWarp *warp, const SimInstr *instr) {
    const uint32_t *value = sim_row(warp, instr->a);
    uint32_t result = value[__builtin_ctz(warp->active)];
    for (uint32_t lane = (uint32_t)__builtin_ctz(warp->active) + 1; lane < SIM_LANES; lane++) {
        if (!lane_in(warp->active, lane))
            continue;
        uint32_t other = value[lane];
        bool less = instr->b ? (int32_t)other < (int32_t)result : other < result;
        switch (instr->imm) {
        case PTX_REDUX_ADD: result += other; break;
        case PTX_REDUX_MIN: result = less ? other : result; break;
        case PTX_REDUX_MAX: result = less ? result : other; break;
        case PTX_REDUX_AND: result &= other; break;
        case PTX_REDUX_OR: result |= other; break;
        default: result ^= other; break;
        }
    }
    set_all(warp, instr->dest, result);
    sim_warp_barrier(warp->worker->memory, warp->number, warp->active);
    return instr + 1;
}

/* The lowest active lane is elected. guard: the predicate result plus one, or 0; imm: 1 where the lane is wanted too. */
const SimInstr *sim_elect(SimWarp *warp, const SimInstr *instr) {
    uint32_t leader = (uint32_t)__builtin_ctz(warp->active);
    if (instr->imm)
        set_all(warp, instr->dest, leader);
    if (instr->guard)
        sim_predicate_set(warp, instr->guard - 1, UINT32_C(1) << leader);
    return instr + 1;
}

const SimInstr *sim_warp_sync(SimWarp *warp, const SimInstr *instr) {
    sim_warp_barrier(warp->worker->memory, warp->number, warp->active);
    return instr + 1;
}

/* Clocks count the warp's instructions: deterministic, and they grow. imm: the PtxSpecial; b: bytes of a lane. */
const SimInstr *sim_special(SimWarp *warp, const SimInstr *instr) {
    uint64_t clock = sim_spent(warp);
    if (instr->imm == PTX_CLOCK_HI || instr->imm == PTX_GLOBALTIMER_HI)
        clock >>= 32;
    uint32_t *narrow = sim_row(warp, instr->dest);
    uint64_t *wide = sim_row(warp, instr->dest);
    for (uint32_t lane = 0; lane < SIM_LANES; lane++) {
        if (!lane_in(warp->active, lane))
            continue;
        if (instr->b == 8)
            wide[lane] = clock;
        else
            narrow[lane] = (uint32_t)clock;
    }
    return instr + 1;
}

/* imm: the PtxRound that the operations up to the next of these use. */
const SimInstr *sim_set_rounding(SimWarp *warp, const SimInstr *instr) {
    (void)warp;
    switch (instr->imm) {
    case PTX_RZ: fesetround(FE_TOWARDZERO); break;
    case PTX_RM: fesetround(FE_DOWNWARD); break;
    case PTX_RP: fesetround(FE_UPWARD); break;
    default: fesetround(FE_TONEAREST); break;
    }
    return instr + 1;
}
