/* The plain load before a loop around atomicCAS.
 *
 *     int old = *address, assumed;
 *     do { assumed = old; old = atomicCAS(address, assumed, f(assumed)); } while (assumed != old);
 *
 * is how the CUDA C++ Programming Guide builds any atomic operation. The load is unordered with other threads'
 * updates. That does no harm, because atom.cas compares the loaded value with the one in memory. A load counts as
 * such a first load where an atom.cas in the same function compares with the loaded value, and their addresses are
 * not provably different. (They need not be the same register, because compilers compute them in two ways.) Race
 * detection takes the load for a relaxed one, so that it still races with plain stores of other threads.
 *
 * Values are traced through mov. */
#include "sim/load/load.h"

enum { MOST_ROUNDS = 4 };

typedef struct Search {
    const PtxFunction *function;
    uint8_t *writes;   /* by register: how often it is written, 2 for more than once */
    uint32_t *written; /* by register: the last instruction that does */
    bool *compared;    /* by register: an atom.cas compares with it, or with a register that it is moved to */
    uint32_t at;       /* the instruction being visited */
} Search;

static void note_write(void *context, int32_t reg, bool written) {
    Search *search = context;
    if (!written) return;
    search->writes[reg] = (uint8_t)(search->writes[reg] ? 2 : 1);
    search->written[reg] = search->at;
}

static bool is_swap(const PtxInstr *instr) {
    return instr->op == PTX_OP_ATOM && instr->atomic == PTX_ATOM_CAS && instr->operand_count == 4;
}

static SimAddress address_of(const Search *search, const PtxOperand *operand) {
    return sim_address_of(search->function, search->writes, search->written, operand);
}

static bool differ(SimAddress a, SimAddress b) {
    if (a.variable >= 0 && b.variable >= 0) return a.variable != b.variable || a.offset != b.offset;
    return a.reg >= 0 && a.reg == b.reg && a.offset != b.offset;
}

static void follow_moves(Search *search) {
    bool more = true;
    for (int round = 0; more && round < MOST_ROUNDS; round++) {
        more = false;
        for (uint32_t i = search->function->instr_count; i-- > 0;) {
            const PtxInstr *instr = &search->function->instrs[i];
            const PtxOperand *to = &instr->operand[0], *from = &instr->operand[1];
            if (instr->op != PTX_OP_MOV || to->kind != PTX_OPERAND_REG || from->kind != PTX_OPERAND_REG ||
                !search->compared[to->reg] || search->compared[from->reg])
                continue;
            more = search->compared[from->reg] = true;
        }
    }
}

static bool feeds_a_swap(const Search *search, const PtxInstr *instr) {
    return instr->op == PTX_OP_LD && instr->vector <= 1 && instr->operand[0].kind == PTX_OPERAND_REG &&
           instr->operand[1].kind == PTX_OPERAND_ADDRESS && search->compared[instr->operand[0].reg];
}

/* Compilers write few compare-and-swaps in a function: only the first MOST_SWAPS are considered, which bounds the
 * time. */
enum { MOST_SWAPS = 32 };

const bool *sim_cas_first_loads(Arena *arena, const PtxFunction *function) {
    bool *found = arena_array(arena, bool, (size_t)function->instr_count + 1);
    const PtxInstr *swaps[MOST_SWAPS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < function->instr_count && count < MOST_SWAPS; i++)
        if (is_swap(&function->instrs[i])) swaps[count++] = &function->instrs[i];
    if (count == 0) return found;
    size_t registers = (size_t)function->reg_count + 1;
    Search search = {.function = function,
                     .writes = arena_array(arena, uint8_t, registers),
                     .written = arena_array(arena, uint32_t, registers),
                     .compared = arena_array(arena, bool, registers)};
    for (search.at = 0; search.at < function->instr_count; search.at++)
        sim_each_register(&function->instrs[search.at], note_write, &search);
    for (uint32_t i = 0; i < count; i++)
        if (swaps[i]->operand[2].kind == PTX_OPERAND_REG) search.compared[swaps[i]->operand[2].reg] = true;
    follow_moves(&search);
    for (uint32_t i = 0; i < function->instr_count; i++) {
        if (!feeds_a_swap(&search, &function->instrs[i])) continue;
        SimAddress address = address_of(&search, &function->instrs[i].operand[1]);
        for (uint32_t j = 0; j < count && !found[i]; j++)
            found[i] = !differ(address, address_of(&search, &swaps[j]->operand[1]));
    }
    return found;
}
