/* Dodges made from a solution: files that may put out the same without doing what the exercise asks for.
 *
 * A student in a hurry tries them, so an author should know which of them the goals let pass. They are made from the
 * text of the solution, and no compiler takes part: a file that does not compile is no dodge that a student could hand
 * in. The kernel becomes a function, and a new kernel calls it with other indices, other pointers or twice:
 *
 *     waits            removed, replaced by a barrier that each warp passes alone (bar.sync 1, 32), by a fence, or by
 *                      a delay with the shared memory declared volatile
 *     sharing of work  half of the blocks, half of the threads or half of the lanes, one block or one thread does what
 *                      all should do
 *     atomics          what is read from global memory is read with atomics
 *     constants        the outputs of the launches stand in the file, chosen by the size of the grid; alone, or beside
 *                      the solution, which then works on memory that nobody reads */
#ifndef WARPSCHOOL_LINT_DODGES_H
#define WARPSCHOOL_LINT_DODGES_H

#include "device.h"

typedef struct Dodge {
    const char *name; /* "half-the-blocks"; letters, digits and - */
    const char *what; /* a clause: "half of the blocks do the work of all" */
    const char *text; /* the whole file */
} Dodge;

/* All dodges of a solution, in arena. The launches are those of its check after they have run: their buffers hold the
 * outputs. Where the text or the launches give no reason for a dodge (no barrier, a single block, outputs of more than
 * 64 KiB), it is left out. */
Dodge *dodges_make(const char *solution, const Launch *const *launches, size_t launch_count, Arena *arena,
                   size_t *count);

#endif
