/* How much is loaded while asynchronous copies are under way: what a program gains that copies the next piece while it
 * works on this one.
 *
 * A warp that has copies under way works during them from the first one's start to the last one's wait, in its own
 * order, as far as it waits itself or comes to a barrier of the block meanwhile. What other warps do meanwhile is
 * luck, so it is taken from the barriers of the block: a warp without copies of its own works beside those of others in
 * all that it does between two barriers, if a copy was under way at any time between them. What a warp does
 * behind a barrier to which the copying warp came after its wait is not beside that copy. */
#include "sim/memory/async_copy.h"
#include "sim/memory/counts/counter_row.h"

static void count(SimBlockMemory *block, uint64_t loads) {
    block->counters[block->copies->overlap.pc].at[METRIC_ASYNC_CONCURRENT_LOADS] += loads;
}

void copies_overlap_begin(SimBlockMemory *block, const CopyStart *copy) {
    CopyOverlap *overlap = &block->copies->overlap;
    overlap->any = overlap->own[copy->warp] = true;
    overlap->pc = copy->pc;
    if (overlap->under_way[copy->warp]++ == 0) overlap->since[copy->warp] = copy->since;
}

/* Where another warp has waited for the last one, or none, the copying warp counts as one without copies from the
 * barrier before on. */
void copies_overlap_end(SimBlockMemory *block, const CopyStart *copy, const SimWho *who) {
    CopyOverlap *overlap = &block->copies->overlap;
    if (overlap->under_way[copy->warp] > 0 && --overlap->under_way[copy->warp] > 0) return;
    if (who == NULL || who->warp != copy->warp)
        overlap->own[copy->warp] = false;
    else
        count(block, who->loads - overlap->since[copy->warp]);
}

void sim_copies_barrier(SimBlockMemory *block, const SimLoads *loads, uint32_t warps) {
    if (block->copies == NULL) return;
    CopyOverlap *overlap = &block->copies->overlap;
    bool others = false; /* copies that are still under way */
    for (uint32_t warp = 0; warp < warps; warp++) {
        bool under_way = overlap->under_way[warp] > 0;
        if (overlap->any && !overlap->own[warp]) count(block, loads[warp].now - loads[warp].at_barrier);
        if (under_way) count(block, loads[warp].now - overlap->since[warp]);
        overlap->since[warp] = loads[warp].now;
        overlap->own[warp] = under_way;
        others |= under_way;
    }
    overlap->any = others;
}
