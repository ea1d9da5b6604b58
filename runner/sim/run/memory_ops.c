/* Memory instructions: from a micro-instruction to one warp-wide access; and parameters of calls, which lie in the
 * frames and not in a memory that lanes share. */
#include <string.h>

#include "metric_names.h"
#include "sim/handlers.h"
#include "sim/launch.h"

const uint64_t *sim_lane_addresses(SimWarp *warp, const SimMemoryOp *op) {
    uint64_t *address = warp->address;
    uint64_t offset = (uint64_t)op->offset;
    if (op->local_frame) offset += warp->frames[warp->frame_count - 1].local;
    if (!op->has_address) {
        for (int lane = 0; lane < WARP_SIZE; lane++) address[lane] = offset;
        return address;
    }
    if (op->narrow) {
        /* In a space with 32-bit addresses the sum of register and offset wraps around at 32 bits: compilers write
         * s[i - 35 + 35] as a register that lies below the space's beginning, plus an offset. */
        bool wide = op->access.space == PTX_GLOBAL || op->access.space == PTX_GENERIC;
        uint64_t bits = wide ? UINT64_MAX : UINT32_MAX;
        const uint32_t *row = sim_row(warp, op->address);
        for (int lane = 0; lane < WARP_SIZE; lane++) address[lane] = (row[lane] + offset) & bits;
        return address;
    }
    const uint64_t *row = sim_row(warp, op->address);
    if (op->wide) {
        for (int lane = 0; lane < WARP_SIZE; lane++) address[lane] = (row[lane] + offset) & UINT32_MAX;
        return address;
    }
    if (offset == 0) return row;
    for (int lane = 0; lane < WARP_SIZE; lane++) address[lane] = row[lane] + offset;
    return address;
}

/* a: row of indices; b, c: rows of the base and of what is added to the indices; imm: whether they have a sign. */
void sim_indexed_addresses(const SimWarp *warp, const SimInstr *instr) {
    const uint32_t *index = sim_row(warp, instr->a), *added = sim_row(warp, instr->c);
    const uint64_t *base = sim_row(warp, instr->b);
    uint64_t *address = sim_row(warp, instr->dest);
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        uint32_t sum = index[lane] + added[lane];
        address[lane] = base[lane] + 4 * (instr->imm != 0 ? (uint64_t)(int32_t)sum : sum);
    }
}

/* The access with the shared variable into which the argument points that the address was computed from. */
static const SimAccess *with_variable(const SimWarp *warp, const SimMemoryOp *op, SimAccess *own) {
    const SimCall *call = warp->frames[warp->frame_count - 1].call;
    if (call == NULL || op->argument > call->arg_count || !call->origins[op->argument - 1].is_shared)
        return &op->access;
    *own = op->access;
    own->has_variable = true;
    own->variable_start = call->origins[op->argument - 1].start;
    return own;
}

const SimInstr *sim_access_unread(SimWarp *warp, const SimInstr *instr, uint32_t unread) {
    const SimMemoryOp *op = instr->extra;
    SimAccess own;
    const SimAccess *access = op->argument == 0 ? &op->access : with_variable(warp, op, &own);
    void *data[8];
    if (op->access.op == REQUEST_ATOMIC) {
        data[0] = sim_row(warp, op->data[0]);
        data[1] = sim_row(warp, op->second);
    } else {
        for (int element = 0; element < op->access.vector; element++) data[element] = sim_row(warp, op->data[element]);
    }
    bool constant = op->access.space == PTX_CONST, asks = op->access.space != PTX_LOCAL && !constant;
    warp->requests += asks;
    warp->constants += constant;
    if (asks || constant) sim_count_idle(warp);
    warp->loads += asks && op->access.op == REQUEST_LOAD;
    void *old = op->access.returns ? sim_row(warp, op->old) : NULL;
    if (!sim_access(warp->worker->memory, access, (SimWho){.warp = warp->number, .unread = unread}, warp->active,
                    sim_lane_addresses(warp, op), data, old))
        return sim_stop(warp);
    return instr + 1;
}

const SimInstr *sim_access_memory(SimWarp *warp, const SimInstr *instr) {
    return sim_access_unread(warp, instr, 0);
}

/* extra: the SimCopy. */
const SimInstr *sim_copy_async(SimWarp *warp, const SimInstr *instr) {
    const SimCopy *copy = instr->extra;
    const uint32_t *wanted = sim_row(warp, copy->size);
    uint32_t taken[WARP_SIZE], none = copy->ignored ? sim_predicate(warp, copy->ignored - 1) : 0;
    uint64_t from[WARP_SIZE];
    SimWho who = {.warp = warp->number, .loads = warp->loads};
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++) taken[lane] = none >> lane & 1 ? 0 : wanted[lane];
    memcpy(from, sim_lane_addresses(warp, &copy->load), sizeof from);
    if (!sim_copy_issue(warp->worker->memory, &copy->load.access, &copy->store.access, who, warp->active, from,
                        sim_lane_addresses(warp, &copy->store), taken))
        return sim_stop(warp);
    warp->requests++;
    sim_count_idle(warp);
    return instr + 1;
}

const SimInstr *sim_commit_copies(SimWarp *warp, const SimInstr *instr) {
    sim_copy_commit(warp->worker->memory, warp->number, warp->active);
    return instr + 1;
}

/* imm: how many groups may stay pending; -1: none, not even copies in no group yet. */
const SimInstr *sim_wait_for_copies(SimWarp *warp, const SimInstr *instr) {
    SimWho who = {.warp = warp->number, .loads = warp->loads};
    sim_count(warp->memory, METRIC_ASYNC_WAITS, instr->pc, 1);
    sim_copy_wait(warp->worker->memory, who, warp->active, instr->imm < 0 ? 0 : (uint64_t)instr->imm, instr->imm < 0);
    return instr + 1;
}

/* Parameters of calls: instr->a is the frame offset of the whole parameter, b bytes per lane, imm the element's offset;
 * c the bytes of the element in memory, d whether it is signed. One micro-instruction for each element. */
const SimInstr *sim_load_frame_param(SimWarp *warp, const SimInstr *instr) {
    const uint8_t *from = warp->area[SIM_AREA_FRAME] + instr->a + instr->imm;
    uint8_t *to = sim_row(warp, instr->dest);
    uint32_t row = instr->count, size = instr->c;
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++) {
        if (!(warp->active >> lane & 1)) continue;
        uint64_t value = 0;
        memcpy(&value, from + (size_t)lane * instr->b, size);
        if (instr->d && size < 8) {
            uint64_t top = UINT64_C(1) << (8 * size - 1);
            value = (value ^ top) - top;
        }
        memcpy(to + (size_t)lane * row, &value, row);
    }
    return instr + 1;
}

const SimInstr *sim_store_frame_param(SimWarp *warp, const SimInstr *instr) {
    uint8_t *to = warp->area[SIM_AREA_FRAME] + instr->a + instr->imm;
    const uint8_t *from = sim_row(warp, instr->dest);
    uint32_t row = instr->count, size = instr->c;
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++)
        if (warp->active >> lane & 1) memcpy(to + (size_t)lane * instr->b, from + (size_t)lane * row, size);
    return instr + 1;
}
