/* What a launch wrote to global memory, so that it can be taken back. */
#ifndef WARPSCHOOL_SIM_UNDO_H
#define WARPSCHOOL_SIM_UNDO_H

#include "sim/memory/space/spans.h"

enum { UNDO_PIECE = 64 << 10, UNDO_LOCKS = 16 };

/* Bytes of an allocation as they were before the launch: size of them from byte `at` on. */
typedef struct KeptBytes {
    Span *span;
    uint64_t at, size;
    const uint8_t *before;
    uint8_t *copy;  /* to be freed: before, where it is neither the caller's nor an earlier piece's */
    bool shareable; /* before lies there for as long as the Undo */
} KeptBytes;

typedef struct Undo {
    KeptBytes *at;
    size_t count, capacity;
} Undo;

/* undo.c: called before bytes `at` to `last` of global memory's span are stored to; several workers may do so at
 * once. */
void undo_keep_now(SimMemory *memory, Span *span, uint64_t at, uint64_t last);
static inline void undo_keep(SimMemory *memory, const Span *span, uint64_t at, uint64_t last) {
    bool kept = __atomic_load_n(&span->kept, __ATOMIC_ACQUIRE);
    for (uint64_t i = at / UNDO_PIECE; span->pieces != NULL && i <= last / UNDO_PIECE && kept; i++)
        kept = __atomic_load_n(&span->pieces[i], __ATOMIC_ACQUIRE) != 0;
    if (!kept) undo_keep_now(memory, (Span *)(uintptr_t)span, at, last);
}
void undo_forget(Undo *undo); /* what was written stays */

#endif
