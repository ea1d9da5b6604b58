/* The fault that a GPU core dump records. */
#ifndef WARPSCHOOL_CUDA_COREDUMP_H
#define WARPSCHOOL_CUDA_COREDUMP_H

#include <stdbool.h>

#include "base/elf.h"

/* CUDBGException_t of the CUDA debugger API: the exceptions that tell more than the driver's error. */
enum {
    CORE_LANE_ILLEGAL_ADDRESS = 1,
    CORE_LANE_STACK_OVERFLOW = 2,
    CORE_DEVICE_STACK_OVERFLOW = 3,
    CORE_ILLEGAL_INSTRUCTION = 4,
    CORE_OUT_OF_RANGE = 5, /* shared or local memory beyond its end */
    CORE_MISALIGNED = 6,
    CORE_ADDRESS_SPACE = 7,
    CORE_INVALID_PC = 8,
    CORE_WARP_STACK_OVERFLOW = 9,
    CORE_DEVICE_ILLEGAL_ADDRESS = 10,
    CORE_LANE_MISALIGNED = 11,
    CORE_ASSERT = 12,
    CORE_WARP_ILLEGAL_ADDRESS = 14,
};

typedef struct CoreFault {
    uint32_t exception; /* 0: none was recorded, as for a trap */
    int line;           /* 0: unknown */
    bool has_warp;      /* block and thread are known: of the warp's lowest active lane */
    uint32_t block[3], thread[3];
} CoreFault;

/* False where the bytes are no core dump of a known layout, or hold no fault. file: the source whose lines are
 * wanted. */
bool coredump_read(Extent core, const char *file, CoreFault *fault);

#endif
