/* How much is loaded while asynchronous copies are under way: what a program gains that copies the next piece while it
 * works on this one.
 *
 * A warp that has copies under way works during them from the first one's start to the last one's wait, in its own
 * order. What other warps do meanwhile is luck, so it is taken from what orders warps: a warp without copies of its
 * own works beside another one's copy in all that it does, but for what it did before something that the copying warp
 * had waited for when the copy began, and for what it does once it has waited for something that comes after the
 * copy's end. Such a thing is a barrier of the block or a phase of a barrier object (mbarrier). All lanes of a warp
 * know here what one of them does.
 *
 * Loads are counted as soon as the end of a copy is known to their warp, and at barriers of the block. What a warp
 * loads behind the last of both is not counted. */
#include <string.h>

#include "sim/memory/async_copy.h"
#include "sim/memory/counts/counter_row.h"

static void count(SimBlockMemory *block, uint32_t warp, uint64_t from, uint64_t until) {
    CopyOverlap *overlap = &block->copies->overlap;
    if (from < overlap->counted[warp]) from = overlap->counted[warp];
    if (until <= from) return;
    block->counters[overlap->pc].at[METRIC_ASYNC_CONCURRENT_LOADS] += until - from;
    overlap->counted[warp] = until;
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

/* One that has ended makes room, or the oldest one. Of the warps that do not know its end it is remembered that they
 * work beside a copy. */
static void make_room(CopyOverlap *overlap) {
    uint32_t at = 0;
    while (at < overlap->count && !overlap->at[at].ended) at++;
    if (at == overlap->count) at = 0;
    for (uint32_t warp = 0; warp < OVERLAP_WARPS; warp++) {
        const OverlapCopy *copy = &overlap->at[at];
        if (!(copy->known >> warp & 1) && copy->from[warp] < overlap->from[warp])
            overlap->from[warp] = copy->from[warp];
    }
    overlap->count--;
    memmove(&overlap->at[at], &overlap->at[at + 1], (overlap->count - at) * sizeof *overlap->at);
}

void copies_overlap_block_begin(CopyOverlap *overlap) {
    overlap->count = overlap->object_count = overlap->copying = 0;
    memset(overlap->counted, 0, sizeof overlap->counted);
    memset(overlap->done, 0, sizeof overlap->done);
    memset(overlap->from, UINT8_MAX, sizeof overlap->from);
}

void copies_overlap_begin(SimBlockMemory *block, CopyStart *copy) {
    CopyOverlap *overlap = &block->copies->overlap;
    if (overlap->count == OVERLAP_COPIES) make_room(overlap);
    OverlapCopy *added = &overlap->at[overlap->count++];
    copy->number = ++overlap->numbers;
    *added = (OverlapCopy){.number = copy->number, .warp = copy->warp};
    memcpy(added->from, overlap->done[copy->warp], sizeof added->from);
    added->from[copy->warp] = copy->since;
    overlap->copying |= UINT32_C(1) << copy->warp;
    overlap->pc = copy->pc;
}

/* The warp knows from now on that the copy has ended. Whoever copies itself works beside its own copies. */
static void learn_end(SimBlockMemory *block, OverlapCopy *copy, SimWho who) {
    const CopyOverlap *overlap = &block->copies->overlap;
    bool own = copy->warp == who.warp, copies = overlap->copying >> who.warp & 1;
    if (copy->known >> who.warp & 1) return;
    copy->known |= UINT32_C(1) << who.warp;
    uint64_t from = copy->from[who.warp];
    if (own || !copies) count(block, who.warp, from < who.at_barrier ? who.at_barrier : from, who.loads);
}

void copies_overlap_end(SimBlockMemory *block, const CopyStart *copy, const SimWho *who) {
    CopyOverlap *overlap = &block->copies->overlap;
    for (uint32_t i = 0; i < overlap->count; i++) {
        if (overlap->at[i].number != copy->number) continue;
        overlap->at[i].ended = true;
        if (who != NULL) learn_end(block, &overlap->at[i], *who);
    }
}

/* ---- what orders warps ------------------------------------------------------------------------------------------- */

/* NULL: there are too many. What they order is not known then, and loads count as beside a copy. */
static OverlapObject *object_at(CopyOverlap *overlap, uint32_t place) {
    for (uint32_t i = 0; i < overlap->object_count; i++)
        if (overlap->objects[i].place == place) return &overlap->objects[i];
    if (overlap->object_count == OVERLAP_OBJECTS) return NULL;
    OverlapObject *object = &overlap->objects[overlap->object_count++];
    *object = (OverlapObject){.place = place};
    return object;
}

static uint32_t bit_of(const CopyOverlap *overlap, const OverlapObject *object) {
    return UINT32_C(1) << (object - overlap->objects);
}

static void join_done(uint64_t at[OVERLAP_WARPS], const uint64_t to[OVERLAP_WARPS]) {
    for (uint32_t warp = 0; warp < OVERLAP_WARPS; warp++)
        if (at[warp] < to[warp]) at[warp] = to[warp];
}

void copies_overlap_arrive(SimBlockMemory *block, uint32_t place, SimWho who) {
    CopyOverlap *overlap = block->copies != NULL ? &block->copies->overlap : NULL;
    OverlapObject *object = overlap != NULL ? object_at(overlap, place) : NULL;
    if (object == NULL) return;
    overlap->done[who.warp][who.warp] = who.loads;
    join_done(object->arriving, overlap->done[who.warp]);
    for (uint32_t i = 0; i < overlap->count; i++)
        if (overlap->at[i].known >> who.warp & 1) overlap->at[i].arriving |= bit_of(overlap, object);
}

void copies_overlap_complete(SimBlockMemory *block, uint32_t place) {
    CopyOverlap *overlap = block->copies != NULL ? &block->copies->overlap : NULL;
    OverlapObject *object = overlap != NULL ? object_at(overlap, place) : NULL;
    if (object == NULL) return;
    join_done(object->released, object->arriving);
    for (uint32_t i = 0; i < overlap->count; i++)
        overlap->at[i].released |= overlap->at[i].arriving & bit_of(overlap, object);
}

void copies_overlap_tracked(SimBlockMemory *block, uint32_t place, const CopyStart *copy) {
    CopyOverlap *overlap = &block->copies->overlap;
    const OverlapObject *object = object_at(overlap, place);
    for (uint32_t i = 0; i < overlap->count && object != NULL; i++)
        if (overlap->at[i].number == copy->number) overlap->at[i].released |= bit_of(overlap, object);
}

void copies_overlap_wait(SimBlockMemory *block, uint32_t place, SimWho who) {
    CopyOverlap *overlap = block->copies != NULL ? &block->copies->overlap : NULL;
    const OverlapObject *object = overlap != NULL ? object_at(overlap, place) : NULL;
    if (object == NULL) return;
    join_done(overlap->done[who.warp], object->released);
    for (uint32_t i = 0; i < overlap->count; i++)
        if (overlap->at[i].released & bit_of(overlap, object)) learn_end(block, &overlap->at[i], who);
}

/* The loads of a warp beside copies whose end it does not know. */
static void count_at_barrier(SimBlockMemory *block, uint32_t warp, SimLoads loads) {
    const CopyOverlap *overlap = &block->copies->overlap;
    bool copies = overlap->copying >> warp & 1;
    uint64_t from = copies ? UINT64_MAX : overlap->from[warp];
    for (uint32_t i = 0; i < overlap->count; i++) {
        const OverlapCopy *copy = &overlap->at[i];
        if ((copies && copy->warp != warp) || copy->known >> warp & 1) continue;
        if (copy->from[warp] < from) from = copy->from[warp];
    }
    count(block, warp, from < loads.at_barrier ? loads.at_barrier : from, loads.now);
}

void sim_copies_barrier(SimBlockMemory *block, const SimLoads *loads, uint32_t warps) {
    if (block->copies == NULL) return;
    CopyOverlap *overlap = &block->copies->overlap;
    uint32_t kept = 0;
    for (uint32_t warp = 0; overlap->count > 0 && warp < warps; warp++) count_at_barrier(block, warp, loads[warp]);
    for (uint32_t warp = 0; warp < warps; warp++)
        for (uint32_t other = 0; other < warps; other++) overlap->done[warp][other] = loads[other].now;
    overlap->copying = 0;
    memset(overlap->from, UINT8_MAX, sizeof overlap->from);
    for (uint32_t i = 0; i < overlap->count; i++) {
        OverlapCopy *copy = &overlap->at[i];
        if (copy->ended) continue;
        memcpy(copy->from, overlap->done[0], sizeof copy->from);
        overlap->copying |= UINT32_C(1) << copy->warp;
        if (kept != i) overlap->at[kept] = *copy;
        kept++;
    }
    overlap->count = kept;
}
