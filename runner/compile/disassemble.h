/* NVIDIA's disassembler (nvdisasm), where there is one: the machine code of a cubin as text. */
#ifndef WARPSCHOOL_COMPILE_DISASSEMBLE_H
#define WARPSCHOOL_COMPILE_DISASSEMBLE_H

#include "base/arena.h"
#include "device.h"

/* Its path: WARPSCHOOL_NVDISASM, else in PATH, in a toolkit, or among NVIDIA's Python packages. NULL: there is none. */
const char *disassembler_find(Arena *arena);

/* What it prints of the image's cubin, with the lines of the source between the instructions (its option -gi); in
 * arena. NULL with *why: there is no cubin, or the program failed. */
char *disassemble(Arena *arena, const char *program, const Image *image, const char **why);

#endif
