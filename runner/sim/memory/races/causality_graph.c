/* The causality order of the PTX memory consistency model, beyond what barriers of the whole block and of whole warps
 * order: the graph of events.
 *
 * Every access has a time (race.h), and the shadows see by comparing times that a barrier of the whole block or of a
 * whole warp lies between two accesses. What is left are fences with flags, locks and tickets, barriers at which only
 * some warps meet, and __syncwarp() of some lanes. They make a graph:
 *
 *     event      what some lanes of one warp did before a time, together with its parent events. Made by a release, by
 *                an arrival at a barrier and by a __syncwarp() of some lanes (causality.c)
 *     known      by thread: the event that happened before what the thread does next
 *     flag       by address: the events that a strong read of this address now observes
 *
 * Causality order is transitive, whatever scopes the steps on the way have: an event's parents are all that its thread
 * knew (PTX ISA, "Memory Consistency Model").
 *
 * causality_search.c searches it, causality_summary.c makes that short. Blocks run one after another where one could
 * wait for another, so that times of different blocks can be compared. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/memory/races/causality_graph.h"

enum { MOST_EVENTS = 1 << 23 };

/* ---- set-up ------------------------------------------------------------------------------------------------------ */

Causality *causality_of(SimBlockMemory *block) {
    if (block->causality == NULL) {
        block->causality = memory_zeroed(1, sizeof *block->causality);
        block->causality->graph.count = EVENT_OF_ALL + 1;
    }
    return block->causality;
}

void causality_drop_summaries(CausalityGraph *graph) {
    for (uint32_t i = 0; i < graph->summaries; i++) {
        graph->event[graph->summary[i].of].summary = SHARED;
        free(graph->summary[i].list);
    }
    free(graph->summary);
    graph->summary = NULL;
    graph->summaries = graph->summary_capacity = 0;
    graph->listed = 0;
}

void causality_free(SimBlockMemory *block) {
    Causality *causality = block->causality;
    if (causality == NULL) return;
    causality_drop_summaries(&causality->graph);
    free(causality->graph.event);
    free(causality->graph.stack);
    free(causality->graph.flag);
    free(causality->graph.object);
    free(causality);
    block->causality = NULL;
}

void causality_hand_over(SimBlockMemory *from, SimBlockMemory *to) {
    if (from->causality == NULL) return;
    CausalityGraph graph = from->causality->graph;
    from->causality->graph = (CausalityGraph){.count = EVENT_OF_ALL + 1};
    causality_of(to)->graph = graph;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

EventId causality_add_event(Causality *causality, Event event) {
    if (causality->graph.count >= MOST_EVENTS) return EVENT_OF_ALL;
    if (causality->graph.count >= causality->graph.capacity) {
        causality->graph.capacity = causality->graph.capacity == 0 ? 256 : 2 * causality->graph.capacity;
        causality->graph.event =
            memory_resize(causality->graph.event, causality->graph.capacity, sizeof *causality->graph.event);
    }
    causality->graph.event[causality->graph.count] = event;
    return causality->graph.count++;
}

EventId causality_join_events(Causality *causality, EventId a, EventId b) {
    const Event *first = &causality->graph.event[a], *second = &causality->graph.event[b];
    if (first->chain != 0 && first->chain == second->chain) return a > b ? a : b;
    if (first->parent[0] == b || first->parent[1] == b) return a;
    if (second->parent[0] == a || second->parent[1] == a) return b;
    const Event *last = &causality->graph.event[causality->graph.count - 1];
    if (last->lanes == 0 && last->parent[0] == a && last->parent[1] == b) return causality->graph.count - 1;
    int32_t time = first->time > second->time ? first->time : second->time;
    return causality_add_event(causality, (Event){.parent = {a, b}, .time = time});
}

EventId causality_continue(Causality *causality, EventId held, EventId added) {
    EventId joined = causality_join(causality, held, added);
    if (held == 0 || joined == held || joined == EVENT_OF_ALL) return joined;
    Event *before = &causality->graph.event[held], *event = &causality->graph.event[joined];
    bool is_child = event->parent[0] == held || event->parent[1] == held;
    if (!is_child || before->is_continued || event->chain != 0) return joined;
    if (before->chain == 0) before->chain = held & INT32_MAX; /* there are at most MOST_EVENTS */
    event->chain = before->chain;
    before->is_continued = true;
    return joined;
}

/* ---- shared events ----------------------------------------------------------------------------------------------- */

void causality_share(const Causality *causality, EventId event) {
    if (event > EVENT_OF_ALL && causality->graph.event[event].summary == NOT_SHARED)
        causality->graph.event[event].summary = SHARED;
}

/* ---- visiting ---------------------------------------------------------------------------------------------------- */

void causality_begin_query(CausalityGraph *graph) {
    if (++graph->query != 0) return;
    for (uint32_t i = 0; i < graph->count; i++) graph->event[i].visited = 0;
    graph->query = 1;
}

void causality_push(CausalityGraph *graph, size_t *height, EventId event, int32_t time) {
    if (event == 0 ||
        (event != EVENT_OF_ALL && (graph->event[event].visited == graph->query || graph->event[event].time <= time)))
        return;
    if (event != EVENT_OF_ALL) graph->event[event].visited = graph->query;
    if (*height == graph->stack_capacity) {
        graph->stack_capacity = graph->stack_capacity == 0 ? 64 : 2 * graph->stack_capacity;
        graph->stack = memory_resize(graph->stack, graph->stack_capacity, sizeof *graph->stack);
    }
    graph->stack[(*height)++] = event;
}

uint32_t causality_ordered_by(const Event *event, Past past) {
    if (event->lanes == 0 || event->block != past.block) return 0;
    if (past.time < event->interval) return past.lanes;
    if (event->warp != past.warp) return 0;
    return past.time < event->since ? past.lanes : past.lanes & event->lanes;
}
