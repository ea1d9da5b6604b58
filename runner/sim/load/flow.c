/* The ways through a function's instructions: where control may go from each, what can be reached, and which
 * instructions a loop repeats. */
#include "sim/load/load.h"

uint32_t sim_successors(const PtxFunction *function, uint32_t at, uint32_t index) {
    const PtxInstr *instr = &function->instrs[at];
    PtxKind kind = ptx_opcode[instr->op].kind;
    bool leaves = kind == PTX_KIND_RETURN || kind == PTX_KIND_EXIT || kind == PTX_KIND_BRANCH;
    if (index == 0) return leaves && instr->guard < 0 ? UINT32_MAX : at + 1;
    if (instr->op == PTX_OP_BRA && index == 1) return instr->operand[0].target;
    if (instr->op == PTX_OP_BRX && index <= instr->target_count) return instr->targets[index - 1];
    return SIM_NO_MORE;
}

SimFlow *sim_flow(Arena *arena, const PtxFunction *function) {
    uint32_t count = function->instr_count;
    SimFlow *flow = arena_make(arena, SimFlow);
    *flow = (SimFlow){.function = function,
                      .from = arena_array(arena, uint32_t, (size_t)count + 2),
                      .ahead = arena_array(arena, bool, (size_t)count + 1),
                      .seen = arena_array(arena, bool, (size_t)count + 1),
                      .left = arena_array(arena, uint32_t, (size_t)count + 1),
                      .same_known = arena_array(arena, uint16_t, (size_t)function->reg_count + 1),
                      .same = arena_array(arena, uint16_t, (size_t)function->reg_count + 1)};
    for (int round = 0; round < 2; round++) {
        for (uint32_t at = 0; at < count; at++)
            for (uint32_t i = 0, next; (next = sim_successors(function, at, i)) != SIM_NO_MORE; i++) {
                if (next >= count) continue;
                if (round == 0)
                    flow->from[next + 1]++;
                else
                    flow->before[flow->from[next]++] = at;
            }
        if (round == 1) break;
        for (uint32_t at = 0; at < count; at++) flow->from[at + 1] += flow->from[at];
        flow->before = arena_array(arena, uint32_t, (size_t)flow->from[count] + 1);
    }
    for (uint32_t at = count; at > 0; at--) flow->from[at] = flow->from[at - 1];
    flow->from[0] = 0;
    return flow;
}

void sim_mark_reached(SimFlow *flow, uint32_t at, uint32_t end, bool *marked) {
    uint32_t waiting = 1, count = flow->function->instr_count;
    for (uint32_t i = 0; i < count; i++) flow->seen[i] = false;
    flow->left[0] = at;
    while (waiting > 0) {
        uint32_t from = flow->left[--waiting];
        flow->work += flow->function->instrs[from].target_count;
        for (uint32_t i = 0, next; (next = sim_successors(flow->function, from, i)) != SIM_NO_MORE; i++) {
            if (next >= count || next == end || flow->seen[next]) continue;
            marked[next] = flow->seen[next] = true;
            flow->left[waiting++] = next;
        }
    }
    flow->work += count;
}

bool sim_mark_loop(SimFlow *flow, uint32_t latch, uint32_t header, bool *loop) {
    uint32_t waiting = 0, count = flow->function->instr_count;
    for (uint32_t at = 0; at < count; at++) loop[at] = flow->ahead[at] = false;
    sim_mark_reached(flow, header, UINT32_MAX, flow->ahead);
    flow->ahead[header] = true;
    if (!flow->ahead[latch]) return false;
    loop[latch] = loop[header] = true;
    if (latch != header) flow->left[waiting++] = latch;
    while (waiting > 0) {
        uint32_t at = flow->left[--waiting];
        flow->work += flow->from[at + 1] - flow->from[at];
        for (uint32_t i = flow->from[at]; i < flow->from[at + 1]; i++) {
            if (loop[flow->before[i]] || !flow->ahead[flow->before[i]]) continue;
            loop[flow->before[i]] = true;
            flow->left[waiting++] = flow->before[i];
        }
    }
    flow->work += count;
    return true;
}
