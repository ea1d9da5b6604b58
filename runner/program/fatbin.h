/* Fat binaries: what nvcc and clang put device code into, read to find the PTX for one architecture. Input is
 * hostile. */
#ifndef WARPSCHOOL_PROGRAM_FATBIN_H
#define WARPSCHOOL_PROGRAM_FATBIN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef enum FatbinStatus {
    FATBIN_FOUND,
    FATBIN_EMPTY,     /* no device code at all */
    FATBIN_ONLY_CODE, /* machine code and no PTX */
    FATBIN_TOO_NEW,   /* PTX, all of it for newer architectures */
    FATBIN_MALFORMED
} FatbinStatus;

typedef struct FatbinPtx {
    char *text; /* 0-terminated, in arena */
    size_t size;
    int arch;            /* of the PTX that was chosen: 90 for sm_90 */
    const char *archs;   /* what the binary holds, "sm_90, sm_100 and PTX for sm_90": for messages */
    const char *problem; /* FATBIN_MALFORMED: one sentence without a full stop */
} FatbinPtx;

/* The PTX in a container (magic 0xBA55ED50) that the device of that architecture would take: the newest that is not
 * newer. */
FatbinStatus fatbin_read(const void *bytes, size_t size, int arch, Arena *arena, FatbinPtx *ptx);

/* A container with that PTX alone, not compressed. In arena. */
void *fatbin_make(const char *ptx, size_t ptx_size, int arch, Arena *arena, size_t *size);

#endif
