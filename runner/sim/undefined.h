/* Whether values that no thread wrote affect what a launch does.
 *
 * A read of memory that no thread wrote, or of a lane that does not take part in a shuffle, is recorded where it
 * happens. By itself it proves little: compilers read early and drop what is not needed, structures are copied with
 * their padding, the upper lanes of a reduction compute sums that are not used. So a launch with such reads is
 * repeated twice with other values in place of the undefined ones: with every bit inverted, and with zeros. Where
 * the outputs, the findings, printed text or any count differ from the first run, the undefined values mattered for
 * this input, and the reads are errors. Otherwise they are no findings. Bytes of an output that are never written
 * may differ. A launch without such reads is not repeated.
 *
 * Where the first run has errors already, the reads stay warnings: a race may have caused them. */
#ifndef WARPSCHOOL_SIM_UNDEFINED_H
#define WARPSCHOOL_SIM_UNDEFINED_H

#include "device.h"

/* Runs the launch with poison_flip (see SimLayout); its results are in the buffers of *launch afterwards. */
typedef void (*UndefinedRun)(void *context, const Launch *launch, uint8_t poison_flip, Arena *arena, Result *result);

/* Whether the launch ran to its end, without errors, and read values that no thread wrote. */
bool undefined_seen(const Result *result);
/* A copy of the bytes of each output, in arena, before the launch writes there. */
uint8_t *const *undefined_keep(const Launch *launch, Arena *arena);
/* Makes result's findings about undefined values errors, or removes them. The launch has written its outputs;
 * before: from undefined_keep. */
void undefined_judge(const Launch *launch, uint8_t *const *before, UndefinedRun run, void *context, Result *result);

#endif
