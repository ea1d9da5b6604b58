/* What ptxas makes of a function's shared memory instructions: which neighbouring loads and stores become one wide
 * instruction, and which atomics are added up within the warp first. Worked out at load, for the counters named
 * assembled.*; see assemble.c for the rules and how they were found. */
#ifndef WARPSCHOOL_SIM_ASSEMBLE_H
#define WARPSCHOOL_SIM_ASSEMBLE_H

#include "sim/load/load.h"

/* Fills in program->pc_assembled for the function that is being decoded. decoder->leads and the constant slots must be
 * known. */
void sim_assemble(Decoder *decoder);

/* ---- provable.c -------------------------------------------------------------------------------------------------- */

typedef struct SimProven {
    uint8_t zeros; /* low bits that are always 0; counted up to 4 */
    bool uniform;  /* one value for all lanes */
} SimProven;

/* By register of the function; definitions: how often each is written. */
SimProven *sim_prove(const Decoder *decoder, const uint32_t *definitions);

#endif
