/* The launch of a whole program in the place of a kernel: built, run to its end against the simulator, and looked at
 * as one launch whose counts are those of all its kernels. */
#ifndef WARPSCHOOL_TEACH_WHOLE_PROGRAM_H
#define WARPSCHOOL_TEACH_WHOLE_PROGRAM_H

#include "teach/execute.h"

/* Fills in the outcome's result and judgement from its prepared launch; false where there is none: then verdict, diags
 * and the flags of the outcome say why. */
bool whole_program_run(Session *session, const LaunchJob *job, LaunchOutcome *outcome);
/* The program that the lesson's own launch names. False with the complaint made where it cannot be read, or must not
 * run: it is native code, and only the pack that came with Warpschool is known to be harmless. */
bool whole_program_source(Session *session, Arena *arena, const Lesson *lesson, const LaunchSpec *spec, Source *source);
/* Removes what was built. */
void whole_program_forget(Session *session);

#endif
