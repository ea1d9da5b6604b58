/* The launch of a whole program in the place of a kernel: built, run to its end against the simulator, and looked at
 * as one launch whose counts are those of all its kernels.
 *
 * A program is native code. A student's own has the student's rights, as under exec, and so have those of the pack that
 * came with Warpschool. All others run in walls, as everything does while strangers' answers are graded
 * (session->walled), or not at all where there are none. */
#ifndef WARPSCHOOL_TEACH_WHOLE_PROGRAM_H
#define WARPSCHOOL_TEACH_WHOLE_PROGRAM_H

#include "teach/launch/execute.h"

/* Fills in the outcome's result and judgement from its prepared launch; false where there is none: then verdict, diags
 * and the flags of the outcome say why. */
bool whole_program_run(Session *session, const LaunchJob *job, LaunchOutcome *outcome);
/* Sets program.read, program.sent and program.launches.needed of a launch that was right. Each look and each send of
 * the host (program_seen.h) is tried in a run of its own, in which it brings other bytes, and each launch in one
 * that leaves it out. It is needed where the answer is then wrong. Those behind the first 16 count as needed. And sets
 * program.errors.unnoticed, with a run for each call that may fail, in which it returns an error. Ctrl-C sets
 * outcome->interrupted. */
void whole_program_try(Session *session, const LaunchJob *job, LaunchOutcome *outcome, const GoalOutcome *outcomes);
/* Bytes of address space that a process needs in which whole programs run. */
uint64_t whole_program_addresses(void);
/* Removes what was built. */
void whole_program_forget(Session *session);

#endif
