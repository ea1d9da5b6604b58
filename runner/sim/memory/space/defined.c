/* Which bytes of an allocation hold a value that somebody wrote, the host or a launch: a bit a byte. It outlives
 * launches, unlike the records of global.c, which say what the running launch has written. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/memory/races/watched.h"

enum { BITS = 8 };

static bool bit_of(const Defined *defined, uint64_t at) {
    return defined->bits != NULL && (defined->bits[at / BITS] >> at % BITS & 1) != 0;
}

static void set_bits(uint8_t *bits, uint64_t at, uint64_t size) {
    for (; size != 0 && at % BITS != 0; at++, size--) bits[at / BITS] |= (uint8_t)(1 << at % BITS);
    memset(bits + at / BITS, 0xff, size / BITS);
    at += size / BITS * BITS;
    for (size %= BITS; size != 0; at++, size--) bits[at / BITS] |= (uint8_t)(1 << at % BITS);
}

static uint8_t *bits_of(Defined *defined, uint64_t total) {
    if (defined->bits == NULL) defined->bits = memory_zeroed(total / BITS + 2, 1);
    return defined->bits;
}

void defined_free(Defined *defined) {
    free(defined->bits);
    *defined = (Defined){0};
}

Defined defined_copy(const Defined *defined, uint64_t total) {
    Defined copy = {.all = defined->all};
    if (defined->bits != NULL) memcpy(bits_of(&copy, total), defined->bits, total / BITS + 1);
    return copy;
}

void defined_set(Defined *defined, uint64_t total, uint64_t at, uint64_t size) {
    if (defined->all || size == 0) return;
    if (size != total) set_bits(bits_of(defined, total), at, size);
    /* The last byte mostly completes a buffer that is written in parts. */
    bool complete = size == total || (at + size == total && defined_first_unset(defined, 0, total) == total);
    if (!complete) return;
    defined_free(defined);
    defined->all = true;
}

void defined_clear(Defined *defined, uint64_t total, uint64_t at, uint64_t size) {
    if (size == 0) return;
    if (defined->all) set_bits(bits_of(defined, total), 0, total);
    defined->all = false;
    for (uint64_t i = at; i < at + size && defined->bits != NULL; i++)
        defined->bits[i / BITS] &= (uint8_t) ~(1 << i % BITS);
}

uint64_t defined_first_unset(const Defined *defined, uint64_t at, uint64_t size) {
    for (uint64_t i = 0; i < size && !defined->all; i++) {
        bool whole = (at + i) % BITS == 0 && size - i >= BITS && defined->bits != NULL;
        if (whole && defined->bits[(at + i) / BITS] == 0xff)
            i += BITS - 1;
        else if (!bit_of(defined, at + i))
            return i;
    }
    return size;
}

uint64_t defined_count(const Defined *defined, uint64_t total) {
    if (defined->all) return total;
    uint64_t count = 0;
    for (uint64_t at = 0; at < total && defined->bits != NULL; at++) count += bit_of(defined, at);
    return count;
}

bool defined_any(const Defined *defined, uint64_t at, uint64_t size) {
    bool any = defined->all;
    for (uint64_t i = at; i < at + size && !any; i++) any = bit_of(defined, i);
    return any;
}

void defined_by_launch(Defined *defined, const Span *span) {
    const Watch *watch = span->watch;
    if (watch == NULL || defined->all || (!watch->written && !watch->marked[MARK_UPDATED])) return;
    const uint8_t *updated = watch->mark[MARK_UPDATED];
    uint64_t cell_bytes = UINT64_C(1) << watch->shift, from = 0;
    bool inside = false;
    for (uint64_t at = 0; at < span->size; at += cell_bytes) {
        size_t cell = (size_t)(at >> watch->shift);
        bool written = watch->touched[cell / MARKS_TOGETHER] != 0 &&
                       (owner_of(watch, cell) != 0 || (updated != NULL && updated[mark_of(cell)] != 0));
        if (written && !inside) from = at;
        if (!written && inside) defined_set(defined, span->size, from, at - from);
        inside = written;
    }
    if (inside) defined_set(defined, span->size, from, span->size - from);
}
