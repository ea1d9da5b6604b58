/* What becomes of the value of a load, as far as it can be told ahead: load/speculated.c finds it out, run/speculated.c
 * executes it. Values are numbered: those that were loaded, and those that are computed from them or from what is not
 * known yet when the load executes. */
#ifndef WARPSCHOOL_SIM_SPECULATION_H
#define WARPSCHOOL_SIM_SPECULATION_H

#include "sim/program.h"

enum { SIM_SPECULATED_VALUES = 24, SIM_NO_VALUE = SIM_SPECULATED_VALUES, SIM_MOST_SAVED = 24 };

typedef enum SimStepKind {
    SIM_STEP_MIX,    /* dest depends on all of `values` */
    SIM_STEP_JOIN,   /* dest is a and b, or a or b: one of the two may decide it alone */
    SIM_STEP_BITS,   /* the same of rows: and, or, of which only some bits are asked for */
    SIM_STEP_SELECT, /* dest is a where the predicate `by` holds, else b */
    SIM_STEP_PART    /* lanes part by the predicate a: `values` are live where it holds, `others` where it does not */
} SimStepKind;

typedef struct SimStep {
    uint8_t kind;           /* SimStepKind */
    uint8_t dest, a, b, by; /* values; SIM_NO_VALUE: the operand is known and depends on no load */
    bool unknown;           /* MIX: nothing is known of dest ahead */
    bool is_and, wide;      /* JOIN and BITS; BITS: rows of 8 bytes a lane */
    bool zeros; /* BITS: an operand decides where all the bits are 0; else where one has the value that does */
    uint32_t values, others, used; /* a bit for each value; used: this uses the value, whatever becomes of others */
    uint64_t bits;                 /* BITS: those that are asked for */
    SimOperand at, bt, chosen;     /* of a, b and by: predicates, for BITS rows */
    uint32_t code_count; /* micro-instructions that are executed then: the next ones of the speculation's code */
} SimStep;

typedef struct SimSaved {
    SimOperand at;
    uint32_t bytes; /* of the row; 0: a predicate */
} SimSaved;

struct SimSpeculation {
    SimHandler usual; /* the load's handler where all active lanes read */
    const SimStep *steps;
    const SimInstr *code;
    const SimSaved *saved; /* what the code overwrites */
    uint32_t step_count, saved_count;
    uint32_t loaded; /* a bit for each value that the load writes */
};

#endif
