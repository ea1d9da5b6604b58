/* The PTX that a source line became. */
#ifndef WARPSCHOOL_TEACH_PTX_LINES_H
#define WARPSCHOOL_TEACH_PTX_LINES_H

#include "base/text.h"
#include "device.h"

typedef struct PtxLines {
    char *text;   /* the instructions as the compiler wrote them, one a line, in their order; "" where there are none */
    size_t count; /* how many */
    char *has_any; /* where count is 0: the lines that became instructions, as "8, 9, 12 to 14" */
} PtxLines;

/* What the line of the file became in the kernel and in the functions that were not inlined into it. A line of a
 * function that was inlined has its instructions wherever that was. */
PtxLines ptx_lines(Arena *arena, const Image *image, const char *kernel, int line);

#endif
