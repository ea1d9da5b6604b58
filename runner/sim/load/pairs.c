/* Finds addresses that are computed as base + index * size, which kernels do for almost every access: PTX has a
 * widening multiplication and a 64-bit addition for it, one right after the other. The first of the two gets a handler
 * that does both, so that the product is added where it is, and not stored and loaded first. The second one stays where
 * it is, for when some lanes are inactive. */
#include "sim/load/load.h"

/* Whether the addition adds the product to something else, and leaves the multiplication's operands alone. */
static bool adds_product(const Decoder *decoder, const SimInstr *product, const SimInstr *sum) {
    return (sum->a == product->dest) != (sum->b == product->dest) &&
           !sim_rows_overlap(decoder, sum->dest, product->a) && !sim_rows_overlap(decoder, sum->dest, product->b) &&
           !sim_rows_overlap(decoder, product->dest, product->a) &&
           !sim_rows_overlap(decoder, product->dest, product->b) && sum->dest != product->dest;
}

bool sim_is_product_pair(const Decoder *decoder, const SimInstr *product, bool *is_signed) {
    const SimHandler *handler = decoder->lanes->handler;
    *is_signed = product->run == handler[LANE_mul_wide_s32];
    return (*is_signed || product->run == handler[LANE_mul_wide_u32]) && product[1].run == handler[LANE_add_64] &&
           adds_product(decoder, product, product + 1);
}

void sim_pair_products(Decoder *decoder) {
    for (size_t i = 0; i + 1 < decoder->code.count; i++) {
        SimInstr *product = &decoder->code.at[i];
        bool is_signed;
        if (product->run == decoder->lanes->handler[LANE_guard])
            i += (size_t)product->imm; /* the pair might end after what it guards */
        else if (sim_is_product_pair(decoder, product, &is_signed))
            product->run = decoder->lanes->add_product[is_signed];
    }
}
