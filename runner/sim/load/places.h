/* Where the variables of a module lie in the simulator's memory. */
#ifndef WARPSCHOOL_SIM_PLACES_H
#define WARPSCHOOL_SIM_PLACES_H

#include "sim/program.h"

/* Global and constant variables: they lie where they are as long as the module is loaded. */
typedef struct SimVariables {
    /* given */
    const PtxModule *module;
    SimMemory *memory;
    Arena *arena;
    /* found */
    SimPlace *place; /* by variable; shared ones are not known */
    uint8_t **host;  /* by variable: its bytes, for global and constant ones */
} SimVariables;

/* Shared memory of one kernel with so much dynamic shared memory. */
typedef struct SimPlacing {
    /* given */
    const SimVariables *variables;
    Arena *arena;
    uint64_t shared_dynamic;
    /* found */
    SimPlace *place;          /* by variable, of all spaces */
    uint64_t shared_static;   /* bytes of the kernel's shared variables */
    uint64_t dynamic_offset;  /* where dynamic shared memory starts */
    const SimRegion *regions; /* of shared memory, ascending */
    size_t region_count;
} SimPlacing;

/* By function index: whether the kernel may call it, directly or not. */
bool *sim_reachable(const PtxModule *module, int32_t kernel, Arena *arena);
/* Fills in the offsets of the kernel's parameters in its parameter block, by variable index, and the block's size.
 * Returns NULL, or what is not supported. */
const char *sim_place_params(const PtxModule *module, int32_t kernel, uint32_t *param_at, uint64_t *size);
/* The most bytes that the module's global variables take; watched: with their records for race detection
 * (sim_memory_cost). */
uint64_t sim_variables_cost(const PtxModule *module, bool watched);
/* Places and initialises constant and global variables. Returns NULL, or what is not supported. */
const char *sim_place_variables(SimVariables *variables);
/* Places shared variables; reachable: from sim_reachable. */
void sim_place_shared(SimPlacing *placing, const bool *reachable);

#endif
