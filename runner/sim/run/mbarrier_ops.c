/* mbarrier instructions, executed lane by lane, because each lane's arrival counts by itself. Their races are those of
 * one access of the warp. */
#include <string.h>

#include "metric_names.h"
#include "sim/handlers.h"
#include "sim/warp.h"

static SimWho who_of(const SimWarp *warp) {
    return (SimWho){.warp = warp->number, .loads = warp->loads, .at_barrier = warp->loads_before};
}

const SimInstr *sim_init_mbarrier(SimWarp *warp, const SimInstr *instr) {
    const SimMbarrierOp *op = instr->extra;
    const uint64_t *address = sim_lane_addresses(warp, &op->at);
    const uint32_t *count = sim_row(warp, op->value);
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        bool fine =
            op->invalidates
                ? sim_mbarrier_invalidate(warp->memory, &op->at.access, who_of(warp), lane, address[lane])
                : sim_mbarrier_init(warp->memory, &op->at.access, who_of(warp), lane, address[lane], count[lane]);
        if (!fine) return sim_stop(warp);
    }
    return instr + 1;
}

const SimInstr *sim_arrive_mbarrier(SimWarp *warp, const SimInstr *instr) {
    const SimMbarrierOp *op = instr->extra;
    const uint64_t *address = sim_lane_addresses(warp, &op->at);
    const uint32_t *count = sim_row(warp, op->value), *bytes = op->expects ? sim_row(warp, op->bytes) : NULL;
    uint64_t *result = op->has_result ? sim_row(warp, op->result) : NULL;
    sim_mbarrier_release(warp->memory, who_of(warp), warp->active, address);
    if (!sim_mbarrier_use(warp->memory, &op->at.access, who_of(warp), warp->active, address)) return sim_stop(warp);
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t state = 0;
        if (op->expects &&
            !sim_mbarrier_expect(warp->memory, &op->at.access, who_of(warp), lane, address[lane], bytes[lane], false))
            return sim_stop(warp);
        if (!sim_mbarrier_arrive(warp->memory, &op->at.access, who_of(warp), lane, address[lane], count[lane],
                                 op->drops, &state))
            return sim_stop(warp);
        if (result != NULL) result[lane] = state;
    }
    sim_count(warp->memory, METRIC_MBARRIER_ARRIVALS, instr->pc, 1);
    return instr + 1;
}

const SimInstr *sim_expect_bytes(SimWarp *warp, const SimInstr *instr) {
    const SimMbarrierOp *op = instr->extra;
    const uint64_t *address = sim_lane_addresses(warp, &op->at);
    const uint32_t *bytes = sim_row(warp, op->bytes);
    if (!sim_mbarrier_use(warp->memory, &op->at.access, who_of(warp), warp->active, address)) return sim_stop(warp);
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        if (!sim_mbarrier_expect(warp->memory, &op->at.access, who_of(warp), lane, address[lane], bytes[lane],
                                 op->completes))
            return sim_stop(warp);
    }
    return instr + 1;
}

const SimInstr *sim_copy_bulk(SimWarp *warp, const SimInstr *instr) {
    const SimBulkCopy *copy = instr->extra;
    uint64_t from[WARP_SIZE], to[WARP_SIZE];
    const uint32_t *size = sim_row(warp, copy->size);
    memcpy(from, sim_lane_addresses(warp, &copy->load), sizeof from);
    memcpy(to, sim_lane_addresses(warp, &copy->store), sizeof to);
    const uint64_t *object = sim_lane_addresses(warp, &copy->object);
    const SimAccess *access = &copy->object.access;
    if (!sim_mbarrier_use(warp->memory, access, who_of(warp), warp->active, object)) return sim_stop(warp);
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        if (!sim_mbarrier_copy(warp->memory, access, &copy->load.access, &copy->store.access, who_of(warp), lane,
                               object[lane], from[lane], to[lane], size[lane]))
            return sim_stop(warp);
    }
    sim_count(warp->memory, METRIC_ASYNC_REQUESTS, instr->pc, 1);
    warp->requests++; /* without idle lanes: one thread's copy may bring the numbers of all */
    return instr + 1;
}

const SimInstr *sim_track_copies(SimWarp *warp, const SimInstr *instr) {
    const SimMbarrierOp *op = instr->extra;
    const uint64_t *address = sim_lane_addresses(warp, &op->at);
    sim_mbarrier_release(warp->memory, who_of(warp), warp->active, address);
    if (!sim_mbarrier_use(warp->memory, &op->at.access, who_of(warp), warp->active, address)) return sim_stop(warp);
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        if (!sim_mbarrier_track(warp->memory, &op->at.access, who_of(warp), lane, address[lane], op->counts))
            return sim_stop(warp);
    }
    sim_count(warp->memory, METRIC_MBARRIER_ARRIVALS, instr->pc, 1);
    return instr + 1;
}

/* On hardware try_wait may wait; here it ends the warp's turn early, because the warp mostly repeats it in a loop. */
static void end_turn_early(SimWarp *warp) {
    warp->spent = sim_spent(warp);
    warp->refill = warp->fuel = 0;
    warp->turn = SIM_FUEL;
}

const SimInstr *sim_test_mbarrier(SimWarp *warp, const SimInstr *instr) {
    const SimMbarrierOp *op = instr->extra;
    const uint64_t *address = sim_lane_addresses(warp, &op->at);
    const void *states = sim_row(warp, op->value);
    if (!sim_mbarrier_use(warp->memory, &op->at.access, who_of(warp), warp->active, address)) return sim_stop(warp);
    uint32_t complete = 0;
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t state = op->parity ? ((const uint32_t *)states)[lane] : ((const uint64_t *)states)[lane];
        bool done;
        if (!sim_mbarrier_test(warp->memory, &op->at.access, who_of(warp), lane, address[lane], op->parity, state,
                               &done))
            return sim_stop(warp);
        complete |= (uint32_t)done << lane;
    }
    sim_predicate_set(warp, op->result, complete);
    if (complete != 0) sim_count(warp->memory, METRIC_MBARRIER_WAITS, instr->pc, 1);
    if (complete != warp->active) end_turn_early(warp);
    return instr + 1;
}

const SimInstr *sim_pending_mbarrier(SimWarp *warp, const SimInstr *instr) {
    const SimMbarrierOp *op = instr->extra;
    const uint64_t *state = sim_row(warp, op->value);
    uint32_t *result = sim_row(warp, op->result);
    for (uint32_t left = warp->active; left != 0; left &= left - 1)
        result[__builtin_ctz(left)] = sim_mbarrier_pending(state[__builtin_ctz(left)]);
    return instr + 1;
}
