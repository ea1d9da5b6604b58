/* Architectures: the limits of each compute capability that lessons and the occupancy calculator need.
 * Source: CUDA C++ Programming Guide, "Compute Capabilities", table "Technical Specifications per
 * Compute Capability". */
#ifndef WARPSCHOOL_ARCH_H
#define WARPSCHOOL_ARCH_H

#include <stddef.h>

typedef struct Arch {
    const char *name; /* "sm_90" */
    int major, minor;
    int threads_per_sm, blocks_per_sm;
    int registers_per_sm;
    int shared_per_sm;          /* bytes */
    int shared_per_block;       /* bytes without opting in: 48 KB everywhere */
    int shared_per_block_optin; /* bytes, the most with cudaFuncAttributeMaxDynamicSharedMemorySize */
    int shared_reserved;        /* bytes per block that CUDA keeps for itself */
} Arch;

const Arch *arch_find(const char *name); /* NULL where unknown */
const Arch *arch_all(size_t *count);
int arch_number(const char *name); /* 90 for "sm_90" and "sm_90a"; 0 for any other text and for NULL */
enum { ARCH_THREADS_PER_BLOCK = 1024, ARCH_REGISTERS_PER_THREAD = 255 };

#endif
