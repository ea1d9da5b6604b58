/* Handlers that are no lane operation (those are in lanes/): decoders put them into micro-instructions, and run/
 * implements them. Each takes the warp and the instruction and returns the next one, or NULL, as program.h says. */
#ifndef WARPSCHOOL_SIM_HANDLERS_H
#define WARPSCHOOL_SIM_HANDLERS_H

#include "sim/program.h"

/* ---- run/control_flow.c ------------------------------------------------------------------------------------ */

const SimInstr *sim_branch(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_jump(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_branch_indexed(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_return(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_exit(SimWarp *warp, const SimInstr *instr);

/* Where a trap comes from: imm of the instruction. */
typedef enum SimTrap {
    SIM_TRAP_OF_COMPILER, /* it has no line of a source: it stands in place of code whose behaviour is undefined */
    SIM_TRAP_WRITTEN,
    SIM_TRAP_OF_GRID /* cooperative_groups.h: barriers of a grid stop a kernel that has no workspace for them */
} SimTrap;
const SimInstr *sim_trap(SimWarp *warp, const SimInstr *instr);

/* ---- run/call.c: calls ------------------------------------------------------------------------------------------- */

const SimInstr *sim_call(SimWarp *warp, const SimInstr *instr);

/* ---- run/block.c: barriers of a block ---------------------------------------------------------------------------- */

const SimInstr *sim_barrier(SimWarp *warp, const SimInstr *instr);

/* ---- run/memory_ops.c: accesses and copies ----------------------------------------------------------------------- */

/* Computes the row of addresses of an access at base + index * 4 (load/indexed.c). */
void sim_indexed_addresses(const SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_copy_async(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_commit_copies(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_wait_for_copies(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_load_frame_param(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_store_frame_param(SimWarp *warp, const SimInstr *instr);

/* ---- run/speculated_load.c --------------------------------------------------------------------------------------- */

/* A load whose value may reach nothing in some lanes (load/speculated.c). */
const SimInstr *sim_load_speculated(SimWarp *warp, const SimInstr *instr);

/* ---- run/warp_sync.c: exchange between lanes, which wait for each other ------------------------------------------ */

const SimInstr *sim_shuffle(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_vote(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_match(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_reduce(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_elect(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_warp_sync(SimWarp *warp, const SimInstr *instr);

/* ---- run/warp_ops.c: instructions of a warp by which no lane waits ------------------------------------------------
 */

const SimInstr *sim_active_mask(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_memory_fence(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_special(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_set_rounding(SimWarp *warp, const SimInstr *instr);

/* ---- run/mbarrier_ops.c: barrier objects ------------------------------------------------------------------------- */

const SimInstr *sim_init_mbarrier(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_arrive_mbarrier(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_expect_bytes(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_copy_bulk(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_track_copies(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_test_mbarrier(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_pending_mbarrier(SimWarp *warp, const SimInstr *instr);

/* ---- run/texture_ops.c: textures --------------------------------------------------------------------------------- */

const SimInstr *sim_sample_texture(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_gather_texture(SimWarp *warp, const SimInstr *instr);
/* extra: the SimSurfaceOp. Loads and stores. */
const SimInstr *sim_access_surface(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_query_texture(SimWarp *warp, const SimInstr *instr);

/* ---- run/video_ops.c: video instructions ------------------------------------------------------------------------- */

const SimInstr *sim_video(SimWarp *warp, const SimInstr *instr);

#endif
