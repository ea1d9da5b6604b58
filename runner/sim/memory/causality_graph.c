/* The causality order of the PTX memory consistency model, beyond what barriers of the whole block and of whole warps
 * order: the graph of events, and the search in it.
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
 * The graph is searched only where a race would be reported otherwise. Blocks run one after another where one could
 * wait for another, so that times of different blocks can be compared. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/memory/causality_graph.h"

enum { MOST_EVENTS = 1 << 23 };

/* ---- set-up ------------------------------------------------------------------------------------------------------ */

Causality *causality_of(SimBlockMemory *block) {
    if (block->causality == NULL) {
        block->causality = memory_zeroed(1, sizeof *block->causality);
        block->causality->graph.count = EVENT_OF_ALL + 1;
    }
    return block->causality;
}

void causality_free(SimBlockMemory *block) {
    Causality *causality = block->causality;
    if (causality == NULL) return;
    free(causality->graph.event);
    free(causality->graph.stack);
    free(causality->graph.flag);
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
    if (first->parent[0] == b || first->parent[1] == b) return a;
    if (second->parent[0] == a || second->parent[1] == a) return b;
    const Event *last = &causality->graph.event[causality->graph.count - 1];
    if (last->lanes == 0 && last->parent[0] == a && last->parent[1] == b) return causality->graph.count - 1;
    int32_t time = first->time > second->time ? first->time : second->time;
    return causality_add_event(causality, (Event){.parent = {a, b}, .time = time});
}

/* ---- queries ----------------------------------------------------------------------------------------------------- */

static void push(Causality *causality, size_t *height, EventId event, int32_t time) {
    if (event == 0 || (event != EVENT_OF_ALL && (causality->graph.event[event].visited == causality->graph.query ||
                                                 causality->graph.event[event].time <= time)))
        return;
    if (event != EVENT_OF_ALL) causality->graph.event[event].visited = causality->graph.query;
    if (*height == causality->graph.stack_capacity) {
        causality->graph.stack_capacity =
            causality->graph.stack_capacity == 0 ? 64 : 2 * causality->graph.stack_capacity;
        causality->graph.stack =
            memory_resize(causality->graph.stack, causality->graph.stack_capacity, sizeof *causality->graph.stack);
    }
    causality->graph.stack[(*height)++] = event;
}

static uint32_t ordered_by(const Event *event, Past past) {
    if (event->lanes == 0 || event->block != past.block) return 0;
    if (past.time < event->interval) return past.lanes;
    if (event->warp != past.warp) return 0;
    return past.time < event->since ? past.lanes : past.lanes & event->lanes;
}

/* The parents of an event are no later than it, so that only events later than the access are visited. */
static uint32_t lanes_before(Causality *causality, Past past, const EventId *from, size_t count) {
    size_t height = 0;
    uint32_t ordered = 0;
    if (++causality->graph.query == 0) {
        for (uint32_t i = 0; i < causality->graph.count; i++) causality->graph.event[i].visited = 0;
        causality->graph.query = 1;
    }
    for (size_t i = 0; i < count; i++) push(causality, &height, from[i], past.time);
    while (height != 0 && ordered != past.lanes) {
        EventId id = causality->graph.stack[--height];
        if (id == EVENT_OF_ALL) return past.lanes;
        const Event *event = &causality->graph.event[id];
        ordered |= ordered_by(event, past);
        push(causality, &height, event->parent[0], past.time);
        push(causality, &height, event->parent[1], past.time);
    }
    return ordered;
}

uint32_t causality_before(const SimBlockMemory *block, Past past, uint32_t thread) {
    Causality *causality = block->causality;
    if (causality == NULL || thread >= MAX_THREADS) return 0;
    EventId from[] = {causality->block_known, causality->known[thread]};
    if (from[0] == 0 && from[1] == 0) return 0;
    return lanes_before(causality, past, from, 2);
}

bool causality_knows(const SimBlockMemory *block, uint32_t thread) {
    const Causality *causality = block->causality;
    return causality != NULL && thread < MAX_THREADS && (causality->block_known != 0 || causality->known[thread] != 0);
}

bool causality_observed(const SimBlockMemory *block, Past past, uint32_t thread) {
    Causality *causality = block->causality;
    if (causality == NULL || thread >= MAX_THREADS) return false;
    EventId from[] = {causality->observed[SCOPE_BLOCK][thread], causality->observed[SCOPE_DEVICE][thread]};
    return (from[0] != 0 || from[1] != 0) && lanes_before(causality, past, from, 2) != 0;
}
