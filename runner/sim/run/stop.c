/* The end of a block before its threads have ended: after a finding, or at what the simulator does not support. */
#include "sim/launch.h"

const SimInstr *sim_stop(SimWarp *warp) {
    warp->state = SIM_STOPPED;
    warp->worker->stopped = true;
    return NULL;
}

const SimInstr *sim_unsupported_at(SimWarp *warp, const SimInstr *instr, const char *what) {
    SimWorker *worker = warp->worker;
    worker->unsupported = what;
    worker->unsupported_loc = worker->program->pc_loc[instr->pc];
    return sim_stop(warp);
}
