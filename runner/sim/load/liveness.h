/* Which registers are live where: something may still read what they hold (liveness.c). */
#ifndef WARPSCHOOL_SIM_LOAD_LIVENESS_H
#define WARPSCHOOL_SIM_LOAD_LIVENESS_H

#include "sim/load/load.h"

typedef struct SimLiveness {
    /* Sets of registers that are live at the beginning and the end of each basic block, `words` words of bits for each
     * block; NULL: not known. */
    const uint64_t *in, *out;
    uint32_t words, block_count;
    uint32_t *block_of; /* by instruction; block_count for the end of the function */
    /* By register: the part of the text from the first to the last instruction at which it is live, loops included;
     * first is UINT32_MAX where it is nowhere. */
    uint32_t *first, *last;
    /* Known where the sets are: uses[uses_from[r]] to that of r + 1 are the instructions that decide whether register r
     * is live before them, in the order of the text: for each twice its index, plus one where it writes the register.
     */
    const uint32_t *uses_from, *uses;
} SimLiveness;

/* Sets decoder->live. decoder->leads must be known. */
void sim_find_liveness(Decoder *decoder);

/* Whether something may read the register's value as it is before the function's instruction number `at`. */
bool sim_is_live(const Decoder *decoder, int32_t reg, uint32_t at);

/* The first instruction of the text that may read a register before anything has written it; instr_count: none. The
 * sets must be known. */
uint32_t sim_first_reader(const Decoder *decoder, uint32_t reg);

#endif
