/* What further runs of a launch tell: accesses that nobody uses (shared.load.unused and its like, of stores, atomics
 * and global memory) and barriers; what only comes back to the thread that stored it (shared.load.own), and how much of
 * shared memory is written (shared.store.distinct) and of the outputs comes from there (shared.load.reach); and whether
 * the order of the blocks matters (order.blocks), or that of the lanes in an atomic (order.lanes).
 *
 * A load is there to be used. Whether it is cannot be read off the program, but it can be tried: the launch runs again
 * in the simulator, with other values behind one instruction (ptx/disturb.h), on fresh copies of the same inputs. The
 * instruction is used if anything that comes out differs: the status, what is printed, the findings, a byte of an
 * output. An instruction that makes no difference with any of the patterns is unused, and so are all of its requests.
 * A barrier is left out of the program, and races are looked for: where none is found, it orders nothing. An atomic is
 * used, too, where what it returns makes a difference, as in a loop that polls a flag with atomicAdd(&flag, 0).
 *
 * What this does not see: an instruction counts as used as soon as one of its executions is, and each instruction is
 * tried alone, so that two loads whose changes cancel each other out are used, where the store that both read is not.
 * Asynchronous copies and textures are never tried. */
#ifndef WARPSCHOOL_TEACH_UNUSED_H
#define WARPSCHOOL_TEACH_UNUSED_H

#include "teach/launch/execute.h"

/* Whether nothing but goals about these metrics is left to judge. */
bool unused_is_next(const LaunchOutcome *outcome, Verdict verdict, const GoalOutcome *outcomes, size_t count);

/* Measures those that goals name, for a launch that the simulator ran to its end, and sets them in the outcome's
 * result. Bounded by the number of runs and of instructions: what is not tried counts as used, and shared.load.own and
 * what follows it stay unknown where time kept them from being measured. The session's time limit holds for all runs
 * together. Ctrl-C sets outcome->interrupted. */
void unused_measure(Session *session, LaunchOutcome *outcome, const GoalOutcome *outcomes, size_t outcome_count);

/* Puts before the `say` of the goals that were missed which lines' accesses are unused. */
void unused_explain(const LaunchOutcome *outcome, GoalOutcome *outcomes, size_t count);

#endif
