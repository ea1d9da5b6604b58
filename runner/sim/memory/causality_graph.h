/* The graph of events that fences, flags and barriers put in order: causality_graph.c holds it and searches it,
 * causality.c adds to it. */
#ifndef WARPSCHOOL_SIM_CAUSALITY_GRAPH_H
#define WARPSCHOOL_SIM_CAUSALITY_GRAPH_H

#include "sim/memory/block_memory.h"

typedef enum Scope { SCOPE_BLOCK, SCOPE_DEVICE, SCOPES } Scope;

typedef uint32_t EventId; /* 0: none */

/* Stands for every event beyond the most that are kept. It orders everything, so that a race may be missed but none is
 * false. */
enum { EVENT_OF_ALL = 1 };

typedef struct Event {
    EventId parent[2];
    uint32_t block;          /* its number */
    uint32_t warp, lanes;    /* lanes 0: the event only joins its parents */
    int32_t time;            /* the lanes' accesses before this time belong to the event; no parent's time is later */
    int32_t interval, since; /* so do the block's before its last barrier, and the warp's before its last barrier */
    uint32_t visited;        /* the number of the last query that reached this event */
} Event;

/* What a thread's last fence of a scope releases. */
typedef struct Fence {
    int32_t time; /* 0: no fence yet */
    int32_t interval, since;
    EventId known;
    EventId event; /* made when it is first needed */
} Fence;

typedef struct Flag {
    uint64_t key;   /* 0: unused */
    uint64_t block; /* the block by which held[SCOPE_BLOCK] was released */
    EventId held[SCOPES];
    EventId completed; /* of a barrier object, whose held[SCOPE_BLOCK] are all arrivals: those of its complete phases */
} Flag;

/* The events, and what was released to each flag. */
typedef struct CausalityGraph {
    Event *event;
    uint32_t count, capacity;
    uint32_t query;
    EventId *stack;
    size_t stack_capacity;
    Flag *flag;
    size_t flags, flag_capacity; /* a power of two */
} CausalityGraph;

struct Causality {
    CausalityGraph graph; /* of blocks that run at the same time: held by the one that runs now */

    EventId block_known, known[MAX_THREADS];
    EventId observed[SCOPES][MAX_THREADS]; /* read by strong reads, and not acquired yet */
    /* any thread knows or observed something since the last barrier of the block */
    bool any_known;
    Fence fence[SCOPES][MAX_THREADS];
    bool any_fence[SCOPES];
    EventId fenced_by_all[SCOPES]; /* what each thread fenced before the block's last barrier */
    EventId arrived[SIM_BLOCK_BARRIERS];
};

/* The block's graph, which is made where there is none yet. */
Causality *causality_of(SimBlockMemory *block);
void causality_free(SimBlockMemory *block);
/* Moves the graph and its flags, which belong to all blocks that run at the same time, from the block that ran to the
 * one that runs next. What threads know stays with their blocks. */
void causality_hand_over(SimBlockMemory *from, SimBlockMemory *to);

EventId causality_add_event(Causality *causality, Event event);
/* An event that joins two different ones, neither of which is EVENT_OF_ALL. */
EventId causality_join_events(Causality *causality, EventId a, EventId b);

/* All that belongs to one of two events. */
static inline EventId causality_join(Causality *causality, EventId a, EventId b) {
    if (a == 0 || a == b || b == EVENT_OF_ALL) return b;
    if (b == 0 || a == EVENT_OF_ALL) return a;
    return causality_join_events(causality, a, b);
}

/* An earlier access: lanes of one warp of a block, at a time. */
typedef struct Past {
    uint32_t block; /* its number */
    uint32_t warp, lanes;
    int32_t time;
} Past;
/* The lanes of the earlier access that it happened before what a thread of the running block does now, by other means
 * than barriers of that whole block and of whole warps. */
uint32_t causality_before(const SimBlockMemory *block, Past past, uint32_t thread);
/* Whether anything happened before what the thread does now, by such means. */
bool causality_knows(const SimBlockMemory *block, uint32_t thread);
/* Whether the earlier access would happen before what the thread does now if the thread had a fence here: it read a
 * flag that was released after that access. */
bool causality_observed(const SimBlockMemory *block, Past past, uint32_t thread);

#endif
