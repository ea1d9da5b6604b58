/* GPUs by name: what cudaGetDeviceProperties tells of each beyond the limits of its architecture (arch.h).
 *
 * Source: the data sheets and architecture papers of NVIDIA's, and what the driver reports of a GPU's clocks and L2. */
#ifndef WARPSCHOOL_PROGRAM_GPUS_H
#define WARPSCHOOL_PROGRAM_GPUS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct ProgramGpu {
    const char *name; /* "RTX 4090" */
    const char *arch; /* "sm_89" */
    int multiprocessors;
    uint64_t memory; /* bytes */
    uint64_t l2;     /* bytes */
    int clock_khz, memory_clock_khz, memory_bus_bits;
} ProgramGpu;

/* The GPU of that name, in capitals or not, with or without spaces; NULL: there is none. */
const ProgramGpu *program_gpu_find(const char *name);
/* The first GPU of an architecture; where none has it, an H200. */
const ProgramGpu *program_gpu_of(const char *arch);
/* "H200, H100, ...", for messages. */
const char *program_gpu_names(Arena *arena);

#endif
