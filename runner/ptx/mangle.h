/* The student's name for a mangled one (Itanium C++ ABI, which NVRTC, nvcc and clang use). */
#ifndef WARPSCHOOL_PTX_MANGLE_H
#define WARPSCHOOL_PTX_MANGLE_H

#include "base/arena.h"

/* "tile" for _ZZ1tE4tile, "reduce" for _ZN4demo6reduceIfEEvPT_, the name itself where it is not mangled or is
 * mangled in a way that is not understood. */
const char *ptx_source_name(Arena *arena, const char *name);

#endif
