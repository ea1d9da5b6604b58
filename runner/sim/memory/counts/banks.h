/* The bank model: how many wavefronts one warp-wide shared memory request takes.
 *
 * The rules were measured on an NVIDIA H200 (sm_90); tests/hardware/shared_wavefronts_h200.csv holds the 480 patterns
 * that this model must reproduce.  (The rules are written out where they are implemented, in banks.c.) */
#ifndef WARPSCHOOL_SIM_BANKS_H
#define WARPSCHOOL_SIM_BANKS_H

#include <stdint.h>

#include "device.h"

typedef struct BankCost {
    int wavefronts; /* passes that the 32 banks needed */
    int conflicts;  /* wavefronts minus groups with an active lane */
    int ways;       /* the worst group's wavefronts */
} BankCost;

/* width: bytes per lane, 1, 2, 4, 8 or 16; address: byte addresses in shared memory, aligned to width; lanes outside
 * mask are ignored. mask 0 costs nothing. */
BankCost bank_cost(RequestOp op, int width, uint32_t mask, const uint32_t address[32]);

/* The cost of one request as an atomic and as a store, in less time than two calls. */
void bank_cost_both(int width, uint32_t mask, const uint32_t address[32], BankCost *atomic, BankCost *store);

/* The same in constant time for the commonest shape: `lanes` neighbouring lanes active, each `stride` bytes after
 * the one before (two's complement for a negative stride; 0 or a multiple of width). width 4 with any number of
 * lanes, or 8 or 16 with all 32. */
BankCost bank_cost_strided(RequestOp op, int width, int lanes, uint32_t stride);

/* For the picture: which wavefront (from 0, within its group) delivers each active lane's lowest word, -1 for inactive
 * lanes; and the group that each lane is served in. Same rules as bank_cost. */
void bank_passes(RequestOp op, int width, uint32_t mask, const uint32_t address[32], int pass[32], int group[32]);

#endif
