/* Lane operations: what one micro-instruction does to 32 lanes.
 *
 * integer.def and float.def are the only lists of them: one line gives an operation's name, the types of its result
 * and operands, and the expression that computes one lane. body.h turns the lines into functions; it is compiled for
 * each instruction set that makes it faster (plain.c, avx2.c, avx512.c), and sim_lanes chooses when the program
 * starts. All variants give the same bits. */
#ifndef WARPSCHOOL_SIM_LANES_H
#define WARPSCHOOL_SIM_LANES_H

#include "sim/program.h"

typedef enum LaneOp {
#define UNARY(name, d, a, expression) LANE_##name,
#define BINARY(name, d, a, b, expression) LANE_##name,
#define TERNARY(name, d, a, b, c, expression) LANE_##name,
#define QUATERNARY(name, d, a, b, c, e, expression) LANE_##name,
#define COMPARE(name, a, expression) LANE_##name,
#define SPECIAL(name) LANE_##name,
#include "sim/lanes/float.def"
#include "sim/lanes/integer.def"
#undef UNARY
#undef BINARY
#undef TERNARY
#undef QUATERNARY
#undef COMPARE
#undef SPECIAL
    LANE_COUNT
} LaneOp;

typedef struct SimLanes {
    const char *name; /* "plain", "avx2", "avx512" */
    SimHandler handler[LANE_COUNT];
    /* recall_body.h: loads and stores of 4 bytes; loads of 1 and of 2 bytes into rows of 4, without a sign and with */
    SimHandler shared_word[2], global_word[2], global_narrow[2][2];
    SimHandler global_indexed[2]; /* the same at base + index * 4: load/indexed.c */
    SimHandler shared_update;     /* update_body.h: atomics on 4 bytes */
    SimHandler add_product[2];    /* a product, without a sign or with, and the addition behind it: load/pairs.c */
    SimHandler shared_group;      /* recall_group_body.h: the first of loads that are checked together */
} SimLanes;

/* The fastest variant that this processor can run; or, where name is not NULL, that one: NULL where it is unknown or
 * cannot run here. */
const SimLanes *sim_lanes(const char *name);

/* The variants; NULL where the program was not compiled for that instruction set. */
const SimLanes *sim_lanes_plain(void);
const SimLanes *sim_lanes_avx2(void);
const SimLanes *sim_lanes_avx512(void);

#endif
