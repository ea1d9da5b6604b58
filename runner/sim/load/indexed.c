/* Finds words of global memory that are accessed at base + index * 4, with a base that is the same for all lanes, as a
 * parameter is. PTX has three instructions for it: a widening multiplication, a 64-bit addition and the access; and
 * often a fourth before them that adds a constant to the index. Where nothing else reads the index, the product and
 * the sum, all of them get one handler, which compares the lanes' indices with those of the last request (recall.h)
 * and needs no row of addresses.
 *
 * Compilers compute several addresses before the first of them is used. The first micro-instructions therefore move
 * down to the access, past operations on registers and other accesses; nobody can tell, because no lane waits there.
 * The first of them becomes the one that does everything (SimInstr.access); the rest is never executed.
 *
 * Only accesses in loops are taken. What a thread does once is mostly a copy, and waits for memory: a transpose whose
 * stores are scattered takes a quarter more time so (measured on a Zen 5). */
#include "sim/load/load.h"

#include <string.h>

enum { FARTHEST = 64 }; /* micro-instructions between the addition and the access */

typedef struct Chain {
    SimInstr *first, *product; /* first: the addition to the index, or the product */
    SimInstr *access;
    SimOperand index, added, base;
    bool is_signed;
} Chain;

static bool is_uniform(SimOperand operand) {
    return (operand & SIM_AREA_MASK) == SIM_AREA_LAUNCH || (operand & SIM_AREA_MASK) == SIM_AREA_BLOCK;
}

static bool is_word(const SimLanes *lanes, SimHandler run, RequestOp op) {
    return run == lanes->shared_word[op] || run == lanes->global_word[op];
}

static bool is_indexed(const SimLanes *lanes, SimHandler run) {
    return run == lanes->global_indexed[0] || run == lanes->global_indexed[1];
}

/* Whether the chain may move past the micro-instruction. A load writes the row that its b names. */
static bool can_pass(const Decoder *decoder, const Chain *chain, const SimInstr *other) {
    const SimLanes *lanes = decoder->lanes;
    bool loads = is_word(lanes, other->run, REQUEST_LOAD), stores = is_word(lanes, other->run, REQUEST_STORE);
    if (!loads && !stores && !is_indexed(lanes, other->run) && !sim_is_on_rows(lanes, other->run)) return false;
    const SimOperand used[] = {other->dest, other->a, other->b, other->c, other->d};
    for (size_t i = 0; i < sizeof used / sizeof *used; i++)
        if (sim_rows_overlap(decoder, used[i], chain->product[1].dest)) return false;
    return stores || !sim_rows_overlap(decoder, loads ? other->b : other->dest, chain->index);
}

/* Whether an access takes its addresses from the sum, and is the last to need them. */
static bool find_access(const Decoder *decoder, Chain *chain) {
    const SimHandler *word = decoder->lanes->global_word;
    SimOperand sum = chain->product[1].dest;
    SimInstr *at = chain->product + 2, *end = decoder->code.at + decoder->code.count;
    if (end - at > FARTHEST) end = at + FARTHEST;
    for (; at < end; at++) {
        chain->access = at;
        if ((at->run == word[REQUEST_LOAD] || at->run == word[REQUEST_STORE]) && at->a == sum)
            return at->b != sum && sim_row_dies(decoder, sum, at->pc);
        if (!can_pass(decoder, chain, at)) return false;
    }
    return false;
}

/* Whether the product is one by 4, is added to what is the same for all lanes, and is not needed after that. */
static bool is_address(Decoder *decoder, Chain *chain) {
    const SimInstr *product = chain->product, *sum = product + 1;
    if (!sim_is_product_pair(decoder, product, &chain->is_signed)) return false;
    chain->base = sum->a == product->dest ? sum->b : sum->a;
    chain->index = product->a;
    chain->added = sim_constant(decoder, 0, 4);
    return product->b == sim_constant(decoder, 4, 4) && is_uniform(chain->base) &&
           sim_row_dies(decoder, product->dest, sum->pc);
}

/* Whether the first micro-instruction only adds what is the same for all lanes to the index. */
static bool take_addition(const Decoder *decoder, Chain *chain) {
    const SimInstr *addition = chain->first;
    SimOperand index = chain->index;
    bool swapped = !is_uniform(addition->b);
    if (addition->dest != index || addition->a == index || addition->b == index ||
        (swapped && !is_uniform(addition->a)) || !sim_row_dies(decoder, index, chain->product->pc))
        return false;
    chain->added = swapped ? addition->a : addition->b;
    chain->index = swapped ? addition->b : addition->a;
    return true;
}

/* Moves the chain down to right before the access, and makes its first micro-instruction do everything. */
static void join(const Decoder *decoder, const Chain *chain) {
    SimInstr part[3] = {{0}};
    size_t count = (size_t)(chain->product + 2 - chain->first);
    memcpy(part, chain->first, count * sizeof *part);
    part[0] = (SimInstr){
        .run = decoder->lanes->global_indexed[chain->access->run == decoder->lanes->global_word[REQUEST_STORE]],
        .dest = chain->product[1].dest,
        .a = chain->index,
        .b = chain->base,
        .c = chain->added,
        .pc = chain->product->pc,
        .imm = chain->is_signed,
        .access = chain->access};
    size_t passed = (size_t)(chain->access - chain->product - 2);
    memmove(chain->first, chain->product + 2, passed * sizeof *part);
    memcpy(chain->access - count, part, count * sizeof *part);
    for (SimInstr *at = chain->first; at < chain->first + passed; at++)
        if (is_indexed(decoder->lanes, at->run)) at->access -= count; /* it was passed, too, with its access */
}

static bool find_chain(Decoder *decoder, SimInstr *first) {
    bool adds = first->run == decoder->lanes->handler[LANE_add_32];
    Chain chain = {.first = first, .product = first + adds};
    if (!is_address(decoder, &chain) || (adds && !take_addition(decoder, &chain)) || !find_access(decoder, &chain))
        return false;
    join(decoder, &chain);
    return true;
}

/* By PTX instruction: of how many loops it is a part; a loop is what lies between a branch and an earlier target. */
static const int32_t *count_loops(const Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    int32_t *loops = arena_array(decoder->arena, int32_t, (size_t)function->instr_count + 1);
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        if (instr->op != PTX_OP_BRA || instr->operand[0].target > i) continue;
        loops[instr->operand[0].target]++;
        loops[i + 1]--;
    }
    for (uint32_t i = 0; i < function->instr_count; i++) loops[i + 1] += loops[i];
    return loops;
}

void sim_index_accesses(Decoder *decoder) {
    SimInstr *code = decoder->code.at;
    const int32_t *loops = count_loops(decoder);
    for (size_t i = 0; i + 3 < decoder->code.count;) {
        if (code[i].run == decoder->lanes->handler[LANE_guard]) /* what it guards stays together */
            i += (size_t)code[i].imm + 1;
        else if (loops[code[i].pc - decoder->pc_base] == 0 || !find_chain(decoder, &code[i]))
            i++; /* else another one is there now */
    }
}
