/* Finds addresses that are computed as base + index * size, which kernels do for almost every access: PTX has a
 * widening multiplication and a 64-bit addition for it, one right after the other. The first of the two gets a handler
 * that does both, so that the product is added where it is, and not stored and loaded first. The second one stays where
 * it is, for when some lanes are inactive. */
#include "sim/load/load.h"

static bool overlap(SimOperand a, SimOperand b) {
    return (a & SIM_AREA_MASK) == (b & SIM_AREA_MASK) && a < b + SIM_ROW64 && b < a + SIM_ROW64;
}

/* Whether the addition adds the product to something else, and leaves the multiplication's operands alone. */
static bool adds_product(const SimInstr *product, const SimInstr *sum) {
    return (sum->a == product->dest) != (sum->b == product->dest) && !overlap(sum->dest, product->a) &&
           !overlap(sum->dest, product->b) && !overlap(product->dest, product->a) &&
           !overlap(product->dest, product->b) && sum->dest != product->dest;
}

void sim_pair_products(Decoder *decoder) {
    const SimHandler *handler = decoder->lanes->handler;
    for (size_t i = 0; i + 1 < decoder->code.count; i++) {
        SimInstr *product = &decoder->code.at[i];
        const SimInstr *sum = product + 1;
        if (product->run == handler[LANE_guard])
            i += (size_t)product->imm; /* the pair might end after what it guards */
        bool is_signed = product->run == handler[LANE_mul_wide_s32];
        if ((!is_signed && product->run != handler[LANE_mul_wide_u32]) || sum->run != handler[LANE_add_64] ||
            !adds_product(product, sum))
            continue;
        product->run = decoder->lanes->add_product[is_signed];
    }
}
