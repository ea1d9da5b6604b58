/* Whether values that no thread wrote affect what a launch does.
 *
 * A read of memory that no thread wrote, of a register that nothing wrote on some way to the instruction, or of a lane
 * that does not take part in a shuffle, is recorded. By itself it proves little: compilers read early and drop what is
 * not needed, structures are copied with their padding, the upper lanes of a reduction compute sums that are not used.
 * So a launch with such reads is repeated with other values in place of the undefined ones: with bytes that make large
 * numbers, positive and negative, of whole and of real types, so that a maximum or a minimum over them shows, and that
 * are not the same everywhere; with zeros, with -1, with bytes of 1, and with what the kernel compares the values with
 * that it reads (load/compared.c). Where the outputs, the findings, printed text or any count differ from the first
 * run, the undefined values mattered for this input, and the reads are errors. Otherwise they are no findings. Bytes of
 * an output that are never written may differ. A launch without such reads is not repeated.
 *
 * Where the first run has errors already, reads of memory and of lanes stay warnings: a race may have caused them. A
 * register's is left out: the way on which nothing wrote it may be one that no thread takes. */
#ifndef WARPSCHOOL_SIM_UNDEFINED_H
#define WARPSCHOOL_SIM_UNDEFINED_H

#include "device.h"
#include "sim/program.h"

/* Runs the launch once more with other values where nobody wrote any, on memory as it is now. */
typedef void (*UndefinedRun)(void *context, SimUndefined undefined, Arena *arena, Result *result);

/* What is said of a register, as sim_finding takes it. */
extern const char undefined_register[];

/* Whether the launch ran to its end, without errors, and read values that no thread wrote. */
bool undefined_seen(const Result *result);
/* Makes result's findings about undefined values errors, or removes them. memory: as the launch left it, now and
 * afterwards; sim_memory_note_defined was called. spent: the instructions that it executed. */
void undefined_judge(SimMemory *memory, const SimComparedValues *compared, uint64_t spent, UndefinedRun run,
                     void *context, Result *result);

/* For a launch that undefined_seen says nothing of: leaves its registers out. */
void undefined_leave_registers(Result *result);

#endif
