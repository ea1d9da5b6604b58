/* What copies by cp.async (async_copy.c) and cp.async.bulk (bulk_copy.c) have in common: which words of shared memory
 * they write and have not written yet, and whether their warps worked meanwhile.
 *
 * For the shadow of shared memory (race.c) a copy is a store by its thread from its issue to the wait. In between its
 * cells have a time later than all others (ARRIVING), by which recall.h also sees that a request must not take the
 * short way. After the wait it is an ordinary store, so that other threads need a barrier as well. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/counts/counter_row.h"
#include "sim/memory/races/race.h"
#include "sim/memory/races/watched.h"

#define ARRIVING INT32_MAX

Copies *copies_of(SimBlockMemory *block) {
    if (block->copies == NULL) {
        block->copies = memory_zeroed(1, sizeof *block->copies);
        block->copies->in_flight = memory_zeroed(block->layout->shared_size / COPY_WORD + 1, sizeof(uint32_t));
        copies_overlap_block_begin(&block->copies->overlap);
    }
    return block->copies;
}

void copies_free(SimBlockMemory *block) {
    Copies *copies = block->copies;
    if (copies == NULL) return;
    for (size_t i = 0; i < copies->bulk_count; i++) free(copies->bulk[i].data);
    free(copies->bulk);
    free(copies->expected);
    free(copies->at);
    free(copies->in_flight);
    free(copies);
    block->copies = NULL;
}

/* ---- words under way -------------------------------------------------------------------------------------------- */

static void set_cells(SimBlockMemory *block, uint32_t who, uint32_t to, uint32_t bytes, int32_t time) {
    Races *races = &block->races;
    if (!races->on) return;
    races->plain_latest = races->now;
    AccessSet *writes = &races->shadow[CLASS_PLAIN].writes;
    size_t first = to >> races->cell_shift, count = (size_t)bytes >> races->cell_shift;
    bool is_store = time != 0 && time != ARRIVING;
    for (size_t cell = first; cell < first + count && races->exact != NULL && is_store; cell++)
        exact_store(block, races->exact, pc_of(who), thread_of(who), cell, time);
    for (size_t cell = first; cell < first + count && races->exact == NULL; cell++) {
        writes->time[cell] = time;
        writes->first[cell] = who;
    }
}

void copies_in_flight(SimBlockMemory *block, uint32_t who, uint32_t to, uint32_t bytes) {
    for (uint32_t at = to; at < to + bytes; at += COPY_WORD) block->copies->in_flight[at / COPY_WORD] = who | IN_FLIGHT;
    set_cells(block, who, to, bytes, ARRIVING);
}

void copies_arrived(SimBlockMemory *block, uint32_t who, uint32_t to, uint32_t bytes, int32_t time) {
    memset(&block->copies->in_flight[to / COPY_WORD], 0, bytes / COPY_WORD * sizeof *block->copies->in_flight);
    set_cells(block, who, to, bytes, time);
}

/* None of them will arrive. */
void copies_block_begin(SimBlockMemory *block) {
    Copies *copies = block->copies;
    if (copies == NULL) return;
    for (size_t i = 0; i < copies->count; i++) {
        const Copy *copy = &copies->at[i];
        for (uint32_t left = copy->mask; left != 0; left &= left - 1)
            copies_arrived(block, 0, copy->to[__builtin_ctz(left)], copy->words * COPY_WORD, 0);
    }
    for (size_t i = 0; i < copies->bulk_count; i++) {
        BulkCopy *copy = &copies->bulk[i];
        if (!copy->arrived) copies_arrived(block, 0, copy->to, copy->size, 0);
        free(copy->data);
    }
    copies->count = copies->bulk_count = 0;
    memset(copies->committed, 0, sizeof copies->committed);
    if (copies->expected != NULL)
        memset(copies->expected, 0, (block->layout->shared_size / OBJECT_BYTES + 1) * sizeof *copies->expected);
    copies_overlap_block_begin(&copies->overlap);
}

/* ---- what was done meanwhile ------------------------------------------------------------------------------------ */

/* What a copy that reads nothing brings is known without it: there is no time to fill. */
void copies_count_overlapped(SimBlockMemory *block, const CopyStart *copy) {
    if (!copy->empty) block->counters[copy->pc].at[METRIC_ASYNC_OVERLAPPED]++;
}

/* Whether a copy's warp has loaded anything since it was issued. What it stores may be known from before, and an
 * atomic may be there to wait. */
bool copies_worked(const CopyStart *copy, SimWho who) {
    return who.loads > copy->since;
}

/* A copy has arrived at a wait for its barrier object. Where that is another warp's wait, what the copy's own warp has
 * done is not known here. It may never wait, because other warps are to use the bytes. So the copy counts as
 * overlapped, until its own warp waits for the same object and has loaded nothing. */
void copies_judge_arrived(SimBlockMemory *block, CopyStart *copy, SimWho who) {
    bool own = copy->warp == who.warp, worked = !own || copies_worked(copy, who);
    if (copy->elsewhere && !worked && !copy->empty) block->counters[copy->pc].at[METRIC_ASYNC_OVERLAPPED]--;
    if (!copy->elsewhere && worked) copies_count_overlapped(block, copy);
    copy->elsewhere = !own;
}
