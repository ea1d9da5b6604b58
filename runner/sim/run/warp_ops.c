/* Instructions by which the lanes of a warp exchange values, and the registers that the device keeps.
 *
 * Lanes that give the same mask (SimInstr.d) form one group and exchange among themselves: the tiles of cooperative
 * groups vote side by side in one instruction. Only active lanes take part: of one that the mask names but that is
 * elsewhere, PTX leaves the value undefined; a shuffle then gives the reader its own. */
#include <fenv.h>
#include <string.h>

#include "sim/sim.h"

static bool lane_in(uint32_t mask, uint32_t lane) {
    return mask >> lane & 1;
}

/* The group of the lowest lane in *left, taken out of it: the lanes that gave the same mask and are named by it, or all
 * of them where the mask names none. *lanes: all that gave that mask. */
static uint32_t next_group(const SimWarp *warp, SimOperand masks, uint32_t *left, uint32_t *lanes) {
    const uint32_t *row = sim_row(warp, masks);
    uint32_t mask = row[__builtin_ctz(*left)];
    *lanes = 0;
    for (uint32_t rest = *left; rest != 0; rest &= rest - 1)
        if (row[__builtin_ctz(rest)] == mask) *lanes |= rest & (0u - rest);
    *left &= ~*lanes;
    return *lanes & mask ? *lanes & mask : *lanes;
}

/* What happened before in one lane of a group happened before what comes after in another one of it. */
static void synchronise(SimWarp *warp, SimOperand masks) {
    for (uint32_t left = warp->active, lanes; left != 0;) {
        uint32_t group = next_group(warp, masks, &left, &lanes);
        sim_warp_barrier(warp->worker->memory, warp->number, group);
    }
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
        case PTX_SHFL_UP:
            from = (int64_t)lane - offset;
            in_range = from >= highest;
            break;
        case PTX_SHFL_DOWN:
            from = lane + offset;
            in_range = from <= highest;
            break;
        case PTX_SHFL_BFLY:
            from = lane ^ offset;
            in_range = from <= highest;
            break;
        default:
            from = lowest | (offset & ~segment);
            in_range = from <= highest;
            break;
        }
        if (!in_range)
            from = lane;
        else
            within |= UINT32_C(1) << lane;
        result[lane] = lane_in(warp->active, (uint32_t)from) ? value[from] : value[lane];
    }
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        if (lane_in(warp->active, lane)) dest[lane] = result[lane];
    if (instr->guard) sim_predicate_set(warp, instr->guard - 1, within);
    synchronise(warp, instr->d);
    return instr + 1;
}

static void set_lanes(SimWarp *warp, SimOperand dest, uint32_t lanes, uint32_t value) {
    uint32_t *row = sim_row(warp, dest);
    for (; lanes != 0; lanes &= lanes - 1) row[__builtin_ctz(lanes)] = value;
}

/* guard: the predicate; imm: the PtxMode. The result is a row for ballot, else a predicate. */
const SimInstr *sim_vote(SimWarp *warp, const SimInstr *instr) {
    uint32_t results = 0;
    for (uint32_t left = warp->active, lanes; left != 0;) {
        uint32_t group = next_group(warp, instr->d, &left, &lanes), votes = group & sim_predicate(warp, instr->guard);
        bool result = false;
        switch (instr->imm) {
        case PTX_VOTE_ALL: result = votes == group; break;
        case PTX_VOTE_ANY: result = votes != 0; break;
        case PTX_VOTE_UNI: result = votes == 0 || votes == group; break;
        default: set_lanes(warp, instr->dest, lanes, votes);
        }
        results |= result ? lanes : 0;
        sim_warp_barrier(warp->worker->memory, warp->number, group);
    }
    if (instr->imm != PTX_VOTE_BALLOT) sim_predicate_set(warp, instr->dest, results);
    return instr + 1;
}

/* The lanes of group whose value is lane's; wide: of 64 bits. */
static uint32_t peers_of(const void *values, bool wide, uint32_t group, uint32_t lane) {
    const uint32_t *narrow = values;
    const uint64_t *doubles = values;
    uint32_t peers = 0;
    for (; group != 0; group &= group - 1) {
        uint32_t other = (uint32_t)__builtin_ctz(group);
        if (wide ? doubles[lane] == doubles[other] : narrow[lane] == narrow[other]) peers |= UINT32_C(1) << other;
    }
    return peers;
}

/* a: value; b: bytes of a lane in its row; imm: the PtxMode; guard: the predicate result plus one, or 0. */
const SimInstr *sim_match(SimWarp *warp, const SimInstr *instr) {
    uint32_t *dest = sim_row(warp, instr->dest), result[SIM_LANES] = {0}, all = 0;
    for (uint32_t left = warp->active, lanes; left != 0;) {
        uint32_t group = next_group(warp, instr->d, &left, &lanes);
        for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(rest);
            uint32_t peers = peers_of(sim_row(warp, instr->a), instr->b == 8, group, lane);
            all |= (uint32_t)(peers == group) << lane;
            result[lane] = instr->imm == PTX_MATCH_ANY || peers == group ? peers : 0;
        }
        sim_warp_barrier(warp->worker->memory, warp->number, group);
    }
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        if (lane_in(warp->active, lane)) dest[lane] = result[lane];
    if (instr->guard) sim_predicate_set(warp, instr->guard - 1, all);
    return instr + 1;
}

const SimInstr *sim_active_mask(SimWarp *warp, const SimInstr *instr) {
    set_lanes(warp, instr->dest, warp->active, warp->active);
    return instr + 1;
}

static uint32_t reduce(const uint32_t *value, uint32_t group, int64_t mode, bool is_signed) {
    uint32_t result = value[__builtin_ctz(group)];
    for (uint32_t left = group & (group - 1); left != 0; left &= left - 1) {
        uint32_t other = value[__builtin_ctz(left)];
        bool less = is_signed ? (int32_t)other < (int32_t)result : other < result;
        switch (mode) {
        case PTX_REDUX_ADD: result += other; break;
        case PTX_REDUX_MIN: result = less ? other : result; break;
        case PTX_REDUX_MAX: result = less ? result : other; break;
        case PTX_REDUX_AND: result &= other; break;
        case PTX_REDUX_OR: result |= other; break;
        default: result ^= other; break;
        }
    }
    return result;
}

/* imm: the PtxMode; b: whether the type is signed. */
const SimInstr *sim_reduce(SimWarp *warp, const SimInstr *instr) {
    uint32_t value[SIM_LANES]; /* the result may go to the row that the values come from */
    memcpy(value, sim_row(warp, instr->a), sizeof value);
    for (uint32_t left = warp->active, lanes; left != 0;) {
        uint32_t group = next_group(warp, instr->d, &left, &lanes);
        set_lanes(warp, instr->dest, lanes, reduce(value, group, instr->imm, instr->b != 0));
        sim_warp_barrier(warp->worker->memory, warp->number, group);
    }
    return instr + 1;
}

/* The lowest lane of each group is elected. guard: the predicate result plus one, or 0; imm: 1 where the lane is wanted
 * too. */
const SimInstr *sim_elect(SimWarp *warp, const SimInstr *instr) {
    uint32_t leaders = 0;
    for (uint32_t left = warp->active, lanes; left != 0;) {
        uint32_t group = next_group(warp, instr->d, &left, &lanes);
        leaders |= group & (0u - group);
        if (instr->imm) set_lanes(warp, instr->dest, lanes, (uint32_t)__builtin_ctz(group));
    }
    if (instr->guard) sim_predicate_set(warp, instr->guard - 1, leaders);
    return instr + 1;
}

const SimInstr *sim_warp_sync(SimWarp *warp, const SimInstr *instr) {
    synchronise(warp, instr->d);
    return instr + 1;
}

/* imm: whether it orders for threads of the block only. */
const SimInstr *sim_memory_fence(SimWarp *warp, const SimInstr *instr) {
    sim_fence(warp->worker->memory, warp->number, warp->active, instr->imm != 0);
    return instr + 1;
}

/* Clocks count the warp's instructions: deterministic, and they grow. imm: the PtxSpecial; b: bytes of a lane. */
const SimInstr *sim_special(SimWarp *warp, const SimInstr *instr) {
    uint64_t clock = sim_spent(warp);
    if (instr->imm == PTX_CLOCK_HI || instr->imm == PTX_GLOBALTIMER_HI) clock >>= 32;
    uint32_t *narrow = sim_row(warp, instr->dest);
    uint64_t *wide = sim_row(warp, instr->dest);
    for (uint32_t lane = 0; lane < SIM_LANES; lane++) {
        if (!lane_in(warp->active, lane)) continue;
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
