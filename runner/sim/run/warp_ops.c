/* Instructions of a warp by which no lane waits for another: which lanes are active, fences, clocks, rounding. (Those
 * by which lanes wait for each other are in warp_sync.c.) */
#include <fenv.h>

#include "sim/handlers.h"
#include "sim/launch.h"

const SimInstr *sim_active_mask(SimWarp *warp, const SimInstr *instr) {
    uint32_t *dest = sim_row(warp, instr->dest);
    for (uint32_t left = warp->active; left != 0; left &= left - 1) dest[__builtin_ctz(left)] = warp->active;
    return instr + 1;
}

/* imm: of SimFence. */
const SimInstr *sim_memory_fence(SimWarp *warp, const SimInstr *instr) {
    sim_fence(warp->worker->memory, warp->number, warp->active, (instr->imm & SIM_FENCE_BLOCK) != 0,
              (instr->imm & SIM_FENCE_SC) != 0);
    return instr + 1;
}

/* A clock is the number of instructions that the warp has executed: deterministic and increasing. imm: the
 * PtxSpecial; b: bytes of a lane. */
const SimInstr *sim_special(SimWarp *warp, const SimInstr *instr) {
    uint64_t clock = sim_spent(warp);
    if (instr->imm == PTX_CLOCK_HI || instr->imm == PTX_GLOBALTIMER_HI) clock >>= 32;
    uint32_t *narrow = sim_row(warp, instr->dest);
    uint64_t *wide = sim_row(warp, instr->dest);
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++) {
        if (!(warp->active >> lane & 1)) continue;
        if (instr->b == 8)
            wide[lane] = clock;
        else
            narrow[lane] = (uint32_t)clock;
    }
    return instr + 1;
}

/* imm: the PtxRound that the operations up to the next of these use. */
const SimInstr *sim_set_rounding(SimWarp *warp, const SimInstr *instr) {
    (void)warp;
    switch (instr->imm) {
    case PTX_RZ: fesetround(FE_TOWARDZERO); break;
    case PTX_RM: fesetround(FE_DOWNWARD); break;
    case PTX_RP: fesetround(FE_UPWARD); break;
    default: fesetround(FE_TONEAREST); break;
    }
    return instr + 1;
}
