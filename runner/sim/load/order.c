/* Whether blocks may store to the same address, so that memory depends on the order in which blocks run.
 *
 * A store to global memory whose address does not depend on blockIdx (%ctaid) writes the same address in every
 * block. The last block's value stays, and with several workers the last block would differ from run to run.
 * Registers whose value may depend on %ctaid are found by following values from instruction to instruction until no
 * more are found; what is loaded from memory or returned by a call is taken to depend on it. Stores whose address
 * depends on %ctaid may overlap as well; that is not found here. */
#include "sim/load/load.h"

typedef struct Following {
    bool *depends; /* by register: may differ between blocks */
    bool source;   /* the instruction being visited reads a value that depends on %ctaid */
    bool changed;
} Following;

static void visit_read(void *context, int32_t reg, bool written) {
    Following *following = context;
    following->source |= !written && following->depends[reg];
}

static void visit_write(void *context, int32_t reg, bool written) {
    Following *following = context;
    if (!written || following->depends[reg]) return;
    following->depends[reg] = following->changed = true;
}

static bool reads_block_index(const PtxInstr *instr) {
    for (uint32_t i = 0; i < instr->operand_count; i++)
        if (instr->operand[i].kind == PTX_OPERAND_SPECIAL && instr->operand[i].special >= PTX_CTAID_X &&
            instr->operand[i].special <= PTX_CTAID_Z)
            return true;
    return false;
}

static bool own_param(const PtxFunction *function, const PtxOperand *address) {
    return function->is_entry && address->reg < 0 && ptx_param_number(function, address->variable) >= 0;
}

static void follow(Following *following, const PtxFunction *function, const PtxInstr *instr) {
    PtxKind kind = ptx_opcode[instr->op].kind;
    following->source = reads_block_index(instr) || kind == PTX_KIND_ATOMIC ||
                        (kind == PTX_KIND_LOAD && !own_param(function, &instr->operand[1]));
    sim_each_register(instr, visit_read, following);
    if (following->source) sim_each_register(instr, visit_write, following);
}

static bool stores_to_one_address(const Following *following, const PtxInstr *instr) {
    const PtxOperand *address = &instr->operand[0];
    if (instr->op != PTX_OP_ST || address->kind != PTX_OPERAND_ADDRESS ||
        (instr->space != PTX_GLOBAL && instr->space != PTX_GENERIC))
        return false;
    return address->reg < 0 || !following->depends[address->reg];
}

enum { ROUNDS = 64 }; /* code from compilers needs two or three rounds */

bool sim_blocks_collide(const PtxFunction *function, Arena *arena) {
    Following following = {.depends = arena_array(arena, bool, (size_t)function->reg_count + 1), .changed = true};
    for (int round = 0; following.changed; round++) {
        if (round == ROUNDS) return true;
        following.changed = false;
        for (uint32_t i = 0; i < function->instr_count; i++) follow(&following, function, &function->instrs[i]);
    }
    for (uint32_t i = 0; i < function->instr_count; i++)
        if (stores_to_one_address(&following, &function->instrs[i])) return true;
    return false;
}
