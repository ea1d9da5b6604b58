/* Memory instructions: from a micro-instruction to one warp-wide access, and the parameters of calls, which lie in the
 * frames and are no memory that a warp shares. */
#include <string.h>

#include "sim/sim.h"

static const uint64_t *lane_addresses(SimWarp *warp, const SimMemoryOp *op) {
    uint64_t *address = warp->address;
    uint64_t offset = (uint64_t)op->offset;
    if (op->local_frame)
        offset += warp->frames[warp->frame_count - 1].local;
    if (!op->has_address) {
        for (int lane = 0; lane < SIM_LANES; lane++)
            address[lane] = offset;
        return address;
    }
    if (op->narrow) {
        const uint32_t *row = sim_row(warp, op->address);
        for (int lane = 0; lane < SIM_LANES; lane++)
            address[lane] = row[lane] + offset;
        return address;
    }
    const uint64_t *row = sim_row(warp, op->address);
    if (offset == 0)
        return row;
    for (int lane = 0; lane < SIM_LANES; lane++)
        address[lane] = row[lane] + offset;
    return address;
}

const SimInstr *sim_access_memory(SimWarp *warp, const SimInstr *instr) {
    const SimMemoryOp *op = instr->extra;
    void *data[8];
    if (op->access.op == REQUEST_ATOMIC) {
        data[0] = sim_row(warp, op->data[0]);
        data[1] = sim_row(warp, op->second);
    } else {
        for (int element = 0; element < op->access.vector; element++)
            data[element] = sim_row(warp, op->data[element]);
    }
    void *old = op->access.returns ? sim_row(warp, op->old) : NULL;
    if (!sim_access(warp->worker->memory, &op->access, (SimWho){.warp = warp->number}, warp->active,
                    lane_addresses(warp, op), data, old))
        return sim_stop(warp);
    return instr + 1;
}

static void zero_lanes(void *const data[8], int count, uint32_t lanes) {
    for (; lanes != 0; lanes &= lanes - 1)
        for (int word = 0; word < count; word++)
            ((uint32_t *)data[word])[__builtin_ctz(lanes)] = 0;
}

/* Loads the first size bytes of each lane, word by word and the last ones byte by byte; rows are zeros before. */
static bool load_partly(SimWarp *warp, const SimMemoryOp *op, const uint32_t *size, uint32_t lanes, void *const data[8]) {
    uint64_t address[SIM_LANES];
    uint32_t bytes[SIM_LANES];
    SimAccess byte = op->access;
    byte.element = byte.vector = 1;
    for (uint32_t at = 0; at < 4u * op->access.vector; at++) {
        uint32_t taking = 0;
        void *row[8] = {bytes};
        for (uint32_t lane = 0; lane < SIM_LANES; lane++)
            taking |= (uint32_t)((lanes >> lane & 1) && at < size[lane]) << lane;
        memcpy(address, lane_addresses(warp, op), sizeof address);
        for (int lane = 0; lane < SIM_LANES; lane++)
            address[lane] += at;
        if (taking && !sim_access(warp->worker->memory, &byte, (SimWho){.warp = warp->number}, taking, address, row, NULL))
            return false;
        for (uint32_t left = taking; left != 0; left &= left - 1)
            ((uint32_t *)data[at / 4])[__builtin_ctz(left)] |= bytes[__builtin_ctz(left)] << 8 * (at % 4);
    }
    return true;
}

/* extra: the SimCopy. Lanes that copy all do so in one request; the others' bytes past the source size are zeros. */
const SimInstr *sim_copy_partly(SimWarp *warp, const SimInstr *instr) {
    const SimCopy *copy = instr->extra;
    const uint32_t *wanted = sim_row(warp, copy->size);
    uint32_t size[SIM_LANES], whole = 0, none = copy->ignored ? sim_predicate(warp, copy->ignored - 1) : 0;
    int count = copy->load.access.vector;
    void *data[8];
    for (int word = 0; word < count; word++)
        data[word] = sim_row(warp, copy->load.data[word]);
    for (uint32_t lane = 0; lane < SIM_LANES; lane++) {
        size[lane] = none >> lane & 1 ? 0 : wanted[lane];
        whole |= (uint32_t)(size[lane] >= 4u * (uint32_t)count) << lane;
    }
    whole &= warp->active;
    zero_lanes(data, count, warp->active & ~whole);
    if (whole && !sim_access(warp->worker->memory, &copy->load.access, (SimWho){.warp = warp->number}, whole,
                             lane_addresses(warp, &copy->load), data, NULL))
        return sim_stop(warp);
    if (!load_partly(warp, &copy->load, size, warp->active & ~whole, data))
        return sim_stop(warp);
    if (!sim_access(warp->worker->memory, &copy->store.access, (SimWho){.warp = warp->number}, warp->active,
                    lane_addresses(warp, &copy->store), data, NULL))
        return sim_stop(warp);
    return instr + 1;
}

/* Parameters of calls: instr->a is the frame offset of the whole parameter, b bytes per lane, imm the element's offset;
 * c the bytes of the element in memory, d whether it is signed. One micro-instruction for each element. */
const SimInstr *sim_load_frame_param(SimWarp *warp, const SimInstr *instr) {
    const uint8_t *from = warp->area[SIM_AREA_FRAME] + instr->a + instr->imm;
    uint8_t *to = sim_row(warp, instr->dest);
    uint32_t row = instr->count, size = instr->c;
    for (uint32_t lane = 0; lane < SIM_LANES; lane++) {
        if (!(warp->active >> lane & 1))
            continue;
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
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        if (warp->active >> lane & 1)
            memcpy(to + (size_t)lane * instr->b, from + (size_t)lane * row, size);
    return instr + 1;
}
