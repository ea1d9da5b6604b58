/* What a launch wrote, so that it can be taken back: a launch that is repeated has to find memory as it was.
 *
 * Before the first store to a piece of an allocation its bytes are copied. Nothing else is: what a launch only reads
 * costs nothing. The copies serve for all attempts at a launch and are dropped when it has ended. Of the heap, chunks
 * that a launch took are dropped and chunks that it freed come back.
 *
 * An outcome is what a launch left, set aside while the launch is repeated with other values in place of undefined ones
 * (undefined.h), or with blocks at the same time (attempts.c). */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/memory/races/watched.h"
#include "sim/memory/space/share.h"

enum { COPIERS = 4 };

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static uint8_t *copy_of(const Span *span, uint64_t at, uint64_t size) {
    uint8_t *copy = memory_resize(NULL, size + 1, 1);
    sim_copy(copy, span->host + at, size, COPIERS);
    return copy;
}

static void add_kept(Undo *undo, KeptBytes kept) {
    if (undo->count == undo->capacity) {
        undo->capacity = undo->capacity == 0 ? 16 : 2 * undo->capacity;
        undo->at = memory_resize(undo->at, undo->capacity, sizeof *undo->at);
    }
    undo->at[undo->count++] = kept;
}

static void keep(Undo *undo, Span *span, uint64_t at, uint64_t size) {
    uint8_t *copy = copy_of(span, at, size);
    add_kept(undo, (KeptBytes){.span = span, .at = at, .size = size, .before = copy, .copy = copy});
}

/* The bytes that were kept last, as far as a piece of that size may share them; NULL: there are none. */
static const uint8_t *kept_last(SimMemory *memory, uint64_t size) {
    pthread_mutex_lock(&memory->lock);
    const Undo *undo = &memory->undo;
    const KeptBytes *last = undo->count != 0 ? &undo->at[undo->count - 1] : NULL;
    const uint8_t *bytes = last != NULL && last->shareable && last->size >= size ? last->before : NULL;
    pthread_mutex_unlock(&memory->lock);
    return bytes;
}

/* Keeps `size` bytes of the span from byte `at` on. The lock is not held while they are copied, because workers would
 * wait for each other. An output mostly holds one value everywhere: pieces that hold the same bytes share a copy. */
static void keep_bytes(SimMemory *memory, Span *span, uint64_t at, uint64_t size) {
    const uint8_t *original = memory->disturbed ? NULL : span->original;
    KeptBytes kept = {.span = span, .at = at, .size = size};
    if (original != NULL) {
        kept.before = original + at;
    } else {
        kept.before = kept_last(memory, size);
        if (kept.before == NULL || memcmp(kept.before, span->host + at, size) != 0)
            kept.before = kept.copy = copy_of(span, at, size);
        kept.shareable = true;
    }
    pthread_mutex_lock(&memory->lock);
    add_kept(&memory->undo, kept);
    pthread_mutex_unlock(&memory->lock);
}

static void keep_piece(SimMemory *memory, Span *span, uint64_t piece) {
    pthread_mutex_t *lock = &memory->keeping[piece % UNDO_LOCKS];
    pthread_mutex_lock(lock);
    if (!span->pieces[piece]) {
        uint64_t at = piece * UNDO_PIECE, left = span->size - at;
        keep_bytes(memory, span, at, left < UNDO_PIECE ? left : UNDO_PIECE);
        __atomic_store_n(&span->pieces[piece], 1, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(lock);
}

static void keep_whole(SimMemory *memory, Span *span) {
    /* a chunk that this launch took goes as a whole */
    bool is_new = span->start >= SIM_HEAP_BASE && ((const Chunk *)span)->launch == memory->launch;
    pthread_mutex_lock(&memory->keeping[0]);
    if (!span->kept && !is_new) keep_bytes(memory, span, 0, span->size);
    __atomic_store_n(&span->kept, true, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&memory->keeping[0]);
}

void undo_keep_now(SimMemory *memory, Span *span, uint64_t at, uint64_t last) {
    if (span->pieces == NULL) {
        keep_whole(memory, span);
        return;
    }
    for (uint64_t i = at / UNDO_PIECE; i <= last / UNDO_PIECE; i++) keep_piece(memory, span, i);
    __atomic_store_n(&span->kept, true, __ATOMIC_RELEASE);
}

static void restore_bytes(const Undo *undo) {
    for (size_t i = 0; i < undo->count; i++) {
        const KeptBytes *kept = &undo->at[i];
        if (kept->span->host != NULL) sim_copy(kept->span->host + kept->at, kept->before, kept->size, COPIERS);
    }
}

static void mark_kept(const KeptBytes *kept, bool is_kept) {
    if (kept->span->pieces != NULL) kept->span->pieces[kept->at / UNDO_PIECE] = is_kept;
    kept->span->kept = is_kept;
}

void undo_forget(Undo *undo) {
    for (size_t i = 0; i < undo->count; i++) {
        mark_kept(&undo->at[i], false);
        free(undo->at[i].copy);
    }
    free(undo->at);
    *undo = (Undo){0};
}

/* ---- a launch ---------------------------------------------------------------------------------------------------- */

static void begin_attempt(SimMemory *memory) {
    memory->must_repeat = false;
    memory->shared_conflicts = false;
    memory->watch_room = 0;
    sim_memory_watch_threads(memory);
}

void sim_memory_launch_begin(SimMemory *memory) {
    memory->launch++;
    heap_launch_begin(memory);
    begin_attempt(memory);
}

void sim_memory_restore(SimMemory *memory) {
    HeapAside aside;
    heap_set_aside(memory, &aside);
    heap_aside_free(&aside);
    restore_bytes(&memory->undo);
    begin_attempt(memory);
}

static void note_stored(Span *span, bool watched) {
    if (!span->counts_stored) return;
    if (watched)
        defined_by_launch(&span->stored, span);
    else if (span->kept)
        defined_set(&span->stored, span->size, 0, span->size);
}

void sim_memory_note_defined(SimMemory *memory, bool watched) {
    for (size_t i = 0; i < memory->global.count; i++) {
        Span *span = &memory->global.at[i];
        note_stored(span, watched);
        if (span->defined.all || (span->watch == NULL && !span->kept)) continue;
        defined_free(&span->defined_next);
        span->defined_next = defined_copy(&span->defined, span->size);
        span->ends_defined = true;
        if (watched)
            defined_by_launch(&span->defined_next, span);
        else
            defined_set(&span->defined_next, span->size, 0, span->size);
    }
}

void sim_memory_launch_end(SimMemory *memory) {
    for (size_t i = 0; i < memory->global.count; i++) {
        Span *span = &memory->global.at[i];
        if (!span->ends_defined) continue;
        defined_free(&span->defined);
        span->defined = span->defined_next;
        span->defined_next = (Defined){0};
        span->ends_defined = false;
    }
    undo_forget(&memory->undo);
    heap_launch_end(memory);
    sim_memory_watch_threads(memory);
}

/* ---- outcomes ---------------------------------------------------------------------------------------------------- */

struct SimOutcome {
    Undo undo;       /* the launch's own */
    uint8_t **after; /* for each piece that it kept: what the launch left there */
    Undo disturbed;  /* allocations whose undefined bytes have other values now; before: as they were */
    HeapAside heap;
    SimUndefined undefined;
};

static size_t number_of(const SimMemory *memory, const Span *span) {
    return (size_t)(span - memory->global.at);
}

static void disturb(SimMemory *memory, SimOutcome *outcome, Span *span) {
    keep(&outcome->disturbed, span, 0, span->size);
    size_t number = number_of(memory, span);
    for (size_t at = 0; at < span->size; at++)
        if (!defined_any(&span->defined, at, 1)) span->host[at] = undefined_byte(outcome->undefined, at, number, 0);
}

SimOutcome *sim_memory_set_aside(SimMemory *memory, SimUndefined undefined) {
    SimOutcome *outcome = memory_zeroed(1, sizeof *outcome);
    outcome->undefined = undefined;
    memory->disturbed = true;
    heap_set_aside(memory, &outcome->heap);
    outcome->undo = memory->undo;
    memory->undo = (Undo){0};
    outcome->after = memory_zeroed(outcome->undo.count + 1, sizeof *outcome->after);
    for (size_t i = 0; i < outcome->undo.count; i++) {
        const KeptBytes *kept = &outcome->undo.at[i];
        outcome->after[i] = copy_of(kept->span, kept->at, kept->size);
        mark_kept(kept, false);
    }
    restore_bytes(&outcome->undo);
    for (size_t i = 0; i < memory->global.count && undefined.repeats; i++)
        if (memory->global.at[i].ends_defined && !memory->global.at[i].defined.all)
            disturb(memory, outcome, &memory->global.at[i]);
    begin_attempt(memory);
    return outcome;
}

/* The kept bytes from byte `at` of the span on; NULL: they are not kept. */
static const uint8_t *before_of(const Undo *undo, const Span *span, uint64_t at) {
    for (size_t i = 0; i < undo->count; i++) {
        const KeptBytes *kept = &undo->at[i];
        if (kept->span == span && at - kept->at < kept->size) return kept->before + (at - kept->at);
    }
    return NULL;
}

/* Whether one of the bytes that `piece` says differs from one[] for another reason than that it was undefined and
 * nobody wrote it. before: as they were when the launch began. */
static bool bytes_differ(const SimMemory *memory, const SimOutcome *outcome, const KeptBytes *piece, const uint8_t *one,
                         const uint8_t *before) {
    const Span *span = piece->span;
    if (span->scratch || memcmp(one, span->host + piece->at, piece->size) == 0) return false;
    bool disturbed = before_of(&outcome->disturbed, span, piece->at) != NULL;
    for (size_t i = 0; i < piece->size; i++) {
        size_t at = piece->at + i;
        bool unwritten = disturbed && one[i] == before[i] && !defined_any(&span->defined, at, 1) &&
                         span->host[at] == undefined_byte(outcome->undefined, at, number_of(memory, span), 0);
        if (one[i] != span->host[at] && !unwritten) return true;
    }
    return false;
}

/* Pieces that the launch itself wrote to; as they are now where no other attempt wrote. */
static bool written_differs(const SimMemory *memory, const SimOutcome *outcome) {
    for (size_t i = 0; i < outcome->undo.count; i++) {
        const KeptBytes *piece = &outcome->undo.at[i];
        if (piece->span->host != NULL && bytes_differ(memory, outcome, piece, outcome->after[i], piece->before))
            return true;
    }
    return false;
}

bool sim_memory_differs(const SimMemory *memory, const SimOutcome *outcome) {
    if (written_differs(memory, outcome)) return true;
    for (size_t i = 0; i < memory->undo.count; i++) {
        const KeptBytes *piece = &memory->undo.at[i];
        bool both = before_of(&outcome->undo, piece->span, piece->at) != NULL;
        if (both || piece->span->start >= SIM_HEAP_BASE) continue;
        const uint8_t *before = before_of(&outcome->disturbed, piece->span, piece->at);
        if (before == NULL) before = piece->before;
        if (bytes_differ(memory, outcome, piece, before, before)) return true; /* the first run did not write there */
    }
    return false;
}

void sim_memory_take_up(SimMemory *memory, SimOutcome *outcome) {
    sim_memory_restore(memory);
    undo_forget(&memory->undo);
    memory->disturbed = false;
    restore_bytes(&outcome->disturbed);
    for (size_t i = 0; i < outcome->disturbed.count; i++) free(outcome->disturbed.at[i].copy);
    free(outcome->disturbed.at);
    memory->undo = outcome->undo;
    heap_take_up(memory, &outcome->heap);
    for (size_t i = 0; i < outcome->undo.count; i++) {
        const KeptBytes *kept = &outcome->undo.at[i];
        mark_kept(kept, true);
        if (kept->span->host != NULL) sim_copy(kept->span->host + kept->at, outcome->after[i], kept->size, COPIERS);
        free(outcome->after[i]);
    }
    free(outcome->after);
    free(outcome);
}
