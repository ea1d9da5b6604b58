/* The sizes of a launch in two dimensions, guessed from a kernel's text and from the names of its parameters. */
#ifndef WARPSCHOOL_COMMANDS_EXTENTS_H
#define WARPSCHOOL_COMMANDS_EXTENTS_H

#include "compile/signature.h"

/* What a whole number counts, as its name says. */
typedef enum Extent {
    EXTENT_NONE,
    EXTENT_COLUMNS, /* width, cols, pitch: elements of a row */
    EXTENT_ROWS,    /* height, rows */
    EXTENT_INNER,   /* k of a matrix product: columns of the one factor, rows of the other */
    EXTENT_SIDE,    /* n, size: of a square, or, beside both of the others, all elements */
} Extent;

/* Whether the kernel uses the second dimension of its block or grid. */
bool extents_two(const Signature *signature);
/* Of a parameter that is one whole number of more than a byte; EXTENT_NONE of every other. */
Extent extents_of(const Signature *signature, const Parameter *parameter);
/* Whether the parameters name rows and columns apart. */
bool extents_oblong(const Signature *signature);
/* Whether a parameter's name says that it counts elements: n, count, num_items, data_size. */
bool extents_counts(const char *name);
/* The threads along axis 'x' or 'y' for which the kernel was written: the number by which it multiplies blockIdx.x or
 * blockIdx.y, a literal or a name that the source gives a literal. 0: it says none, or none from 1 to 1024. */
int extents_threads(Arena *arena, const Signature *signature, const char *source, char axis);

#endif
