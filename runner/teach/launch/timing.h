/* What a GPU's clock says of a launch, and which launch it is asked about. */
#ifndef WARPSCHOOL_TEACH_TIMING_H
#define WARPSCHOOL_TEACH_TIMING_H

#include "teach/launch/execute.h"

/* Sets time, bandwidth and throughput from what the clock measured of run; or, where the launch is too small for its
 * time to say anything of the kernel, takes the time away and puts the reason into run->result.untimed. Buffers that
 * the host keeps (`host`) are timed as a whole, whatever their size. */
void timing_derive(const Device *gpu, const Prepared *prepared, Arena *arena, DeviceRun *run);

/* Whether the lesson gives the launch other sizes for a GPU's clock, and nothing was chosen by the student. */
bool timing_is_apart(const LaunchJob *job);
/* The job that times job's launch with those sizes, on the GPU alone. */
LaunchJob timing_job(const LaunchJob *job, Arena *arena);
/* Takes the times of `timed`, the outcome of that job, into outcome. */
void timing_take(LaunchOutcome *outcome, const LaunchOutcome *timed);

#endif
