/* Whether values that nobody wrote decide what a launch does.
 *
 * A read of memory that nobody wrote, or of a lane that does not take part in a shuffle, is seen where it happens.
 * Alone it proves little: compilers read early and throw away what they find not to need, structures are copied with
 * the gaps between their members, the upper lanes of a reduction add up what nobody looks at. So a launch that read
 * such values is repeated with others in their place, twice: with every bit turned over, and with zeros. Where the
 * outputs, the findings, what was printed or any count differ from the first run, the values mattered, for the input at
 * hand beyond doubt: then the reads are errors. Else they are no findings. What lies in an output without ever being
 * written may differ. Launches that read nothing of the kind cost nothing more.
 *
 * Where the first run has errors already, the reads stay warnings: a race may well be what made them come too early. */
#ifndef WARPSCHOOL_SIM_UNDEFINED_H
#define WARPSCHOOL_SIM_UNDEFINED_H

#include "device.h"

/* Runs the launch with poison_flip (SimLayout) and leaves what it wrote in the launch's buffers. */
typedef void (*UndefinedRun)(void *context, const Launch *launch, uint8_t poison_flip, Arena *arena, Result *result);

/* Whether the launch ran to its end, without errors, and read values that nobody wrote. */
bool undefined_seen(const Result *result);
/* A copy of the bytes of each output, in arena, before the launch writes there. */
uint8_t *const *undefined_keep(const Launch *launch, Arena *arena);
/* Decides which of result's findings stay, for a launch that has written its outputs; before: from undefined_keep. */
void undefined_judge(const Launch *launch, uint8_t *const *before, UndefinedRun run, void *context, Result *result);

#endif
