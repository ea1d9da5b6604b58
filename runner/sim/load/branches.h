/* Which of a kernel's branches the assembler left as branches: for the counters named assembled.branch. See branches.c
 * for the rules and how they were found. */
#ifndef WARPSCHOOL_SIM_BRANCHES_H
#define WARPSCHOOL_SIM_BRANCHES_H

#include "sim/load/load.h"
#include "sim/load/machine_code.h"

/* The kernel's machine code beside its PTX. */
typedef struct SimMatch {
    Decoder *decoder;
    const PtxFunction *function;
    MachineCode code;
    bool *reached;       /* by machine instruction: threads may come to it */
    uint32_t *meeting;   /* by machine instruction: the innermost BSSY that is open before it, plus one; 0 for none */
    uint32_t *branch_of; /* by machine instruction: the PTX branch that it was made from, or UINT32_MAX */
    uint32_t *made;      /* by PTX instruction: the machine branch that was made from it, or UINT32_MAX */
} SimMatch;

/* Sets program->kept_branches for the kernel, which is the function being decoded; leaves NULL there where it cannot be
 * told. */
void sim_match_branches(Decoder *decoder);

/* ---- unrolled.c -------------------------------------------------------------------------------------------------- */

/* Whether every loop of the machine code goes round as often as the PTX's. branch_of and made must be known. */
bool sim_rounds_agree(const SimMatch *match);

/* The PTX instruction of a line, or the function's instr_count. */
uint32_t sim_instr_of_line(const PtxFunction *function, uint32_t line);

#endif
