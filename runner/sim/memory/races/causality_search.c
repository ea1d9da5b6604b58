/* The search in the graph of causality_graph.c: whether an earlier access happened before what a thread does now. Asked
 * only where a race would be reported otherwise. */
#include "sim/memory/races/causality_graph.h"

enum { SHORT_SEARCH = 32 }; /* events: so few are no reason for a summary */

/* The parents of an event are no later than it, so that only events later than the access are visited. */
static uint32_t lanes_before(Causality *causality, Past past, const EventId *from, size_t count) {
    CausalityGraph *graph = &causality->graph;
    size_t height = 0, visited = 0;
    uint32_t ordered = 0;
    EventId latest_shared = 0;
    causality_begin_query(graph);
    for (size_t i = 0; i < count; i++) causality_push(graph, &height, from[i], past.time);
    while (height != 0 && ordered != past.lanes) {
        EventId id = graph->stack[--height];
        if (id == EVENT_OF_ALL) return past.lanes;
        const Event *event = &graph->event[id];
        const Summary *summary = causality_summary_of(graph, event);
        if (summary != NULL) {
            ordered |= causality_ordered_by_summary(graph, summary, past);
            continue;
        }
        visited++;
        if (id > latest_shared && causality_may_summarise(event)) latest_shared = id;
        ordered |= causality_ordered_by(event, past);
        causality_push(graph, &height, event->parent[0], past.time);
        causality_push(graph, &height, event->parent[1], past.time);
    }
    if (visited > SHORT_SEARCH) {
        graph->searched += visited;
        causality_summarise(causality, latest_shared);
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

uint32_t causality_lanes_to_ask(const SimBlockMemory *block, uint32_t warp, uint32_t lanes) {
    const Causality *causality = block->causality;
    if (causality == NULL || warp >= MAX_THREADS / WARP_SIZE) return lanes & (0U - lanes);
    const EventId *known = &causality->known[warp * WARP_SIZE];
    uint32_t asked = 0;
    for (uint32_t left = lanes, lane, last = 0; left != 0; left &= left - 1) {
        lane = (uint32_t)__builtin_ctz(left);
        if (asked != 0 && known[lane] == known[last]) continue;
        asked |= left & (0U - left);
        last = lane;
    }
    return asked;
}

bool causality_observed(const SimBlockMemory *block, Past past, uint32_t thread) {
    Causality *causality = block->causality;
    if (causality == NULL || thread >= MAX_THREADS) return false;
    EventId from[] = {
        causality->observed[SCOPE_BLOCK][thread],         causality->observed[SCOPE_DEVICE][thread],
        causality->observed_by_name[SCOPE_BLOCK][thread], causality->observed_by_name[SCOPE_DEVICE][thread],
        causality->block_observed[SCOPE_BLOCK],           causality->block_observed[SCOPE_DEVICE]};
    return lanes_before(causality, past, from, sizeof from / sizeof *from) != 0;
}
