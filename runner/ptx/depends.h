/* Which stores memory has a part in, and which store the same whatever a launch reads.
 *
 * A register holds what comes from memory if an instruction writes it that loads (but not a parameter of the kernel),
 * does an atomic or reads a texture, or that takes such a register, be it as its guard. All instructions that write a
 * register count, in whatever order they are executed. Which way a branch goes may depend on memory, too: where one
 * does, every register that several instructions write counts as coming from memory. What a call returns does. So a
 * store that is said to be constant is one; of others that are, some are not found. */
#ifndef WARPSCHOOL_PTX_DEPENDS_H
#define WARPSCHOOL_PTX_DEPENDS_H

#include "ptx/disturb.h"

/* For each site whether it is a store of a constant: memory has no part in the value or the guard.
 * It may have one in the address, as for a list from malloc. */
bool *ptx_constant_stores(const PtxSites *sites, Arena *arena);
/* The same where loads from global and shared memory are left out: for each site whether it is a store on whose value
 * and guard memory has no influence but by these. */
bool *ptx_loaded_stores(const PtxSites *sites, Arena *arena);

#endif
