/* The machine code (SASS) that a source line became. */
#ifndef WARPSCHOOL_TEACH_SASS_LINES_H
#define WARPSCHOOL_TEACH_SASS_LINES_H

#include "base/text.h"

typedef struct SassLines {
    char *text;   /* the instructions of the line, one a line, in their order, with their addresses in the kernel */
    size_t count; /* how many */
} SassLines;

/* sass: what `disassemble` gave. file: the source's name. A line that the compiler put into another one (inlined) has
 * its instructions wherever that was; those of a header's function belong to the line that calls it. */
SassLines sass_lines(Arena *arena, const char *sass, const char *kernel, const char *file, int line);

#endif
