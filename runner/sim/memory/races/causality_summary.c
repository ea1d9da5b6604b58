/* Summaries of shared events: what makes the search of causality_graph.c short after a barrier of the whole grid.
 *
 * At such a barrier each block arrives by a read-modify-write of one word, and all leave when they have read what the
 * last arrival left there. That event has those of all blocks among its ancestors. Every access after the barrier that
 * meets one of another block before it is judged by a search through all of them, so that time would grow with the
 * square of the blocks.
 *
 * A summary of an event lists, by block, those of its ancestors and itself that belong to a block, without those that
 * order nothing that another of the list does not order as well. So it gives the answer that the search from this event
 * gives, whatever the barrier was made of; nothing needs to be known about it. It is made from the summaries of earlier
 * events as far as there are any: a barrier costs as many steps as it has blocks.
 *
 * Only shared events get one: those that a thread took from a flag or a barrier, which other threads may take as well.
 * Summaries are made where searches have visited as many events as the summary will, so that making them takes no
 * longer than the searches did. */
#include <stdlib.h>

#include "base/memory.h"
#include "sim/memory/races/causality_graph.h"

enum { LEAST_WANTED = 1024, MOST_LISTED = 1 << 24, COMPARED = 32 }; /* events */

/* ---- asking ------------------------------------------------------------------------------------------------------ */

const Summary *causality_summary_of(const CausalityGraph *graph, const Event *event) {
    return event->summary < FIRST_SUMMARY ? NULL : &graph->summary[event->summary - FIRST_SUMMARY];
}

/* The place in the list where the block's events begin. */
static uint32_t begin_of_block(const Summary *summary, uint32_t block) {
    uint32_t low = 0, high = summary->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (summary->list[middle].block < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t causality_ordered_by_summary(const CausalityGraph *graph, const Summary *summary, Past past) {
    uint32_t ordered = 0;
    if (past.time < summary->time_of_all) return past.lanes;
    for (uint32_t i = begin_of_block(summary, past.block); i < summary->count; i++) {
        /* later events come first */
        if (summary->list[i].block != past.block || summary->list[i].time <= past.time) break;
        ordered |= causality_ordered_by(&graph->event[summary->list[i].event], past);
    }
    return ordered;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

/* What a summary is made from: the ancestors that were reached, as far as they belong to a block. */
typedef struct Collected {
    Listed *list;
    uint32_t count, capacity;
    int32_t time_of_all;
} Collected;

static void collect(Collected *collected, Listed listed) {
    if (collected->count == collected->capacity) {
        collected->capacity = collected->capacity == 0 ? 256 : 2 * collected->capacity;
        collected->list = memory_resize(collected->list, collected->capacity, sizeof *collected->list);
    }
    collected->list[collected->count++] = listed;
}

static void collect_summary(Collected *collected, const Summary *summary) {
    for (uint32_t i = 0; i < summary->count; i++) collect(collected, summary->list[i]);
    if (summary->time_of_all > collected->time_of_all) collected->time_of_all = summary->time_of_all;
}

/* Whether the event of the same block, which is no earlier, orders all that the other does. Then its ancestors order
 * all that the other's do, because what threads know only grows. */
static bool orders_all_of(const Event *event, const Event *other) {
    if (event->interval >= other->time) return true;
    return event->warp == other->warp && event->interval >= other->interval && event->since >= other->since &&
           (other->lanes & ~event->lanes) == 0;
}

static bool is_covered(const CausalityGraph *graph, const Summary *summary, const Event *event) {
    if (summary == NULL || event->lanes == 0) return false;
    for (uint32_t i = begin_of_block(summary, event->block), left = COMPARED; i < summary->count && left != 0;
         i++, left--) {
        if (summary->list[i].block != event->block || summary->list[i].time < event->time) return false;
        if (orders_all_of(&graph->event[summary->list[i].event], event)) return true;
    }
    return false;
}

/* False where there are more than `most`. */
static bool collect_ancestors(Causality *causality, EventId of, size_t most, Collected *collected) {
    CausalityGraph *graph = &causality->graph;
    size_t height = 0, visited = 0;
    const Summary *latest = NULL; /* of those that were reached */
    causality_begin_query(graph);
    causality_push(graph, &height, of, INT32_MIN);
    while (height != 0) {
        EventId id = graph->stack[--height];
        if (++visited + collected->count > most) return false;
        const Event *event = &graph->event[id];
        const Summary *summary = causality_summary_of(graph, event);
        if (summary != NULL) {
            collect_summary(collected, summary);
            if (latest == NULL || summary->of > latest->of) latest = summary;
            continue;
        }
        if (is_covered(graph, latest, event)) continue;
        if (event->lanes != 0) collect(collected, (Listed){event->block, event->time, id});
        for (int i = 0; i < 2; i++)
            if (event->parent[i] != EVENT_OF_ALL)
                causality_push(graph, &height, event->parent[i], INT32_MIN);
            else if (event->time > collected->time_of_all)
                collected->time_of_all = event->time;
    }
    return true;
}

static int compare_listed(const void *a, const void *b) {
    const Listed *first = a, *second = b;
    if (first->block != second->block) return first->block < second->block ? -1 : 1;
    if (first->time != second->time) return first->time > second->time ? -1 : 1;
    return (first->event > second->event) - (first->event < second->event);
}

/* Whether the event is needed beside those that were kept; of those only the last COMPARED are asked. */
static bool is_needed(const CausalityGraph *graph, const Collected *kept, Listed listed) {
    const Event *event = &graph->event[listed.event];
    for (uint32_t i = kept->count, left = COMPARED; i != 0 && left != 0; i--, left--) {
        Listed other = kept->list[i - 1];
        if (other.block != listed.block) return true;
        if (other.event == listed.event || orders_all_of(&graph->event[other.event], event)) return false;
    }
    return true;
}

static void keep_needed(const CausalityGraph *graph, Collected *collected) {
    uint32_t count = collected->count;
    qsort(collected->list, count, sizeof *collected->list, compare_listed);
    collected->count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_needed(graph, collected, collected->list[i])) collected->list[collected->count++] = collected->list[i];
}

static void add_summary(CausalityGraph *graph, EventId of, const Collected *collected) {
    if (graph->summaries == graph->summary_capacity) {
        graph->summary_capacity = graph->summary_capacity == 0 ? 16 : 2 * graph->summary_capacity;
        graph->summary = memory_resize(graph->summary, graph->summary_capacity, sizeof *graph->summary);
    }
    graph->summary[graph->summaries] = (Summary){
        .of = of,
        .time_of_all = collected->time_of_all,
        .count = collected->count,
        .list = memory_resize(collected->list, collected->count + 1, sizeof *collected->list),
    };
    graph->event[of].summary = FIRST_SUMMARY + graph->summaries++;
    graph->listed += collected->count;
}

bool causality_may_summarise(const Event *event) {
    return event->summary == SHARED;
}

void causality_summarise(Causality *causality, EventId of) {
    CausalityGraph *graph = &causality->graph;
    if (graph->wanted == 0) graph->wanted = LEAST_WANTED;
    if (of == 0 || graph->searched < graph->wanted) return;
    graph->searched = 0;
    if (graph->listed > MOST_LISTED) causality_drop_summaries(graph);
    Collected collected = {.time_of_all = INT32_MIN};
    if (!collect_ancestors(causality, of, graph->wanted, &collected)) {
        free(collected.list);
        graph->wanted *= 2;
        return;
    }
    graph->wanted = collected.count > LEAST_WANTED ? collected.count : LEAST_WANTED;
    keep_needed(graph, &collected);
    add_summary(graph, of, &collected);
}
