/* What becomes of the value of a load: speculated_uses.c finds what depends on it, speculated.c what is to be executed
 * to know it. */
#ifndef WARPSCHOOL_SIM_LOAD_SPECULATED_H
#define WARPSCHOOL_SIM_LOAD_SPECULATED_H

#include "sim/load/liveness.h"
#include "sim/speculation.h"

enum {
    SPECULATED_STEPS = 48,
    SPECULATED_WRITES = 8 /* registers that an instruction writes, at the most: a load of .v8 */
};

/* The instructions from a load to the end of what is followed, and the values that depend on the load. */
typedef struct SpeculatedUses {
    Decoder *decoder;
    const PtxFunction *function;
    uint32_t load; /* the load's instruction */

    SimStep steps[SPECULATED_STEPS];
    uint32_t at_of[SPECULATED_STEPS]; /* by step: its instruction */
    uint32_t step_count;

    /* by value: the register that holds it, or -1; the comparison that may take its place by `tested`, which is another
     * value */
    int32_t reg[SIM_SPECULATED_VALUES];
    uint32_t tested_at[SIM_SPECULATED_VALUES];
    uint8_t tested[SIM_SPECULATED_VALUES];
    uint32_t value_count;

    uint32_t loaded; /* a bit for each value that the load writes */
    uint32_t sure;   /* that depends on it in all lanes */
    uint32_t never;  /* of which nothing is known ahead in any lane */
    bool same_block; /* as the load's, up to the step that comes next */
    bool narrowed;   /* some operand may decide alone */
    bool fails;      /* there is more than has room */
} SpeculatedUses;

/* What one instruction reads of the values, and writes. */
typedef struct SpeculatedRegisters {
    const SpeculatedUses *uses;
    uint32_t at;     /* the instruction */
    uint32_t values; /* a bit for each value that is read */
    int32_t written[SPECULATED_WRITES];
    uint32_t count; /* of those written */
} SpeculatedRegisters;

/* A load that is no read of memory which others may write while it reads, and has no guard. */
bool sim_is_plain_load(const PtxInstr *instr);

/* Finds the uses of the load at uses->load. True: some lane may come to the end without having used what was loaded. */
bool sim_speculated_uses(SpeculatedUses *uses);

SpeculatedRegisters sim_speculated_registers(const SpeculatedUses *uses, uint32_t at);

/* Whether the operand that has this value, or none, may be known and decide whatever the other one is. */
bool sim_can_decide(const SpeculatedUses *uses, uint8_t value);

#endif
