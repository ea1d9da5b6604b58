/* The graph of events that fences, flags and barriers put in order: causality_graph.c holds it,
 * causality_search.c searches it, causality.c adds to it. */
#ifndef WARPSCHOOL_SIM_CAUSALITY_GRAPH_H
#define WARPSCHOOL_SIM_CAUSALITY_GRAPH_H

#include "sim/memory/block_memory.h"

typedef enum Scope { SCOPE_BLOCK, SCOPE_DEVICE, SCOPES } Scope;

typedef uint32_t EventId; /* 0: none */

/* Stands for every event beyond the most that are kept. It orders everything, so that a race may be missed but none is
 * false. */
enum { EVENT_OF_ALL = 1 };

/* Event.summary; what is more is the number of its summary, from FIRST_SUMMARY on. */
enum { NOT_SHARED, SHARED, FIRST_SUMMARY };

typedef struct Event {
    EventId parent[2];
    uint32_t block;          /* its number */
    uint32_t warp, lanes;    /* lanes 0: the event only joins its parents */
    int32_t time;            /* the lanes' accesses before this time belong to the event; no parent's time is later */
    int32_t interval, since; /* so do the block's before its last barrier, and the warp's before its last barrier */
    uint32_t visited;        /* the number of the last query that reached this event */
    uint32_t summary;        /* see causality_summary.c */
    /* The first event of a chain, in which each has the one before it as a parent; 0: in none. */
    EventId chain : 31;
    bool is_continued : 1; /* by another event of the chain */
} Event;

typedef struct Listed {
    uint32_t block;
    int32_t time;
    EventId event;
} Listed;

/* What an event and its ancestors order (causality_summary.c). */
typedef struct Summary {
    EventId of;
    int32_t time_of_all; /* every access before this time happened before the event: it has EVENT_OF_ALL as ancestor */
    uint32_t count;
    Listed *list; /* those that belong to a block, by block; of one block the later ones first */
} Summary;

/* What a thread's last fence of a scope releases. */
typedef struct Fence {
    int32_t time; /* 0: no fence yet */
    int32_t interval, since;
    EventId known;
    EventId event; /* made when it is first needed */
    bool is_sc;    /* fence.sc, or one since the last barrier of the block was: what it fenced can be handed over */
} Fence;

/* What those who arrived at a barrier had fenced and observed. */
typedef struct Handed {
    EventId fenced[SCOPES], observed[SCOPES];
} Handed;

typedef struct Flag {
    uint64_t key;   /* 0: unused */
    uint64_t block; /* the block by which held[SCOPE_BLOCK] was released */
    EventId held[SCOPES];
    uint64_t releaser; /* the thread that wrote it last by a release, and what that released; 0: none yet */
    EventId own[SCOPES];
    EventId completed; /* of a barrier object, whose held[SCOPE_BLOCK] are all arrivals: those of its complete phases */
    uint32_t object;   /* of a barrier object: index in CausalityGraph.object; 0: none */
} Flag;

/* The warps that arrived at a barrier for one opening of it. */
typedef struct Arrivals {
    uint32_t warps;  /* bit n: warp n */
    uint32_t waited; /* those that waited until it opened, and so come after all others */
    uint32_t lanes[MAX_THREADS / WARP_SIZE];
    int32_t time[MAX_THREADS / WARP_SIZE]; /* of the last access before the first lanes arrived */
} Arrivals;

/* A barrier object. */
typedef struct BarrierObject {
    Handed arrived, completed; /* by all arrivals, and by those of its complete phases */
    Arrivals arriving, last;   /* for its phase, and for the one before */
    int32_t time;              /* of the last access before the arrivals that are counted now */
} BarrierObject;

/* The events, and what was released to each flag. */
typedef struct CausalityGraph {
    Event *event;
    uint32_t count, capacity;
    uint32_t query;
    EventId *stack;
    size_t stack_capacity;
    Summary *summary;
    uint32_t summaries, summary_capacity;
    size_t listed;           /* by all summaries */
    size_t searched, wanted; /* events that searches visited since the last summary was made; before the next is */
    Flag *flag;
    size_t flags, flag_capacity; /* a power of two */
    BarrierObject *object;       /* the first one is not used */
    uint32_t objects, object_capacity;
} CausalityGraph;

struct Causality {
    CausalityGraph graph; /* of blocks that run at the same time: held by the one that runs now */

    EventId block_known, known[MAX_THREADS];
    /* Read by strong reads, and not acquired yet: where a barrier acquires it, and by reads that name their order. */
    EventId observed[SCOPES][MAX_THREADS], observed_by_name[SCOPES][MAX_THREADS];
    EventId block_observed[SCOPES]; /* by name, before the block's last barrier: any thread's fence acquires it */
    /* any thread knows or observed something since the last barrier of the block */
    bool any_known;
    Fence fence[SCOPES][MAX_THREADS];
    bool any_fence[SCOPES];        /* since the last barrier of the block, by the widest scope of the fence */
    EventId fenced_by_all[SCOPES]; /* what each thread fenced before the block's last barrier */
    EventId arrived[SIM_BLOCK_BARRIERS];
    Handed handed[SIM_BLOCK_BARRIERS];
    Arrivals arriving[SIM_BLOCK_BARRIERS], last[SIM_BLOCK_BARRIERS]; /* last: for the opening before */
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

/* What a flag holds after a read-modify-write added an event to what it held: as causality_join(), and continues the
 * chain of `held`. */
EventId causality_continue(Causality *causality, EventId held, EventId added);

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
/* Begins a search of the graph: no event counts as visited. */
void causality_begin_query(CausalityGraph *graph);
/* Adds an event later than a time that was not visited yet to the `height` events of the stack that are to visit. */
void causality_push(CausalityGraph *graph, size_t *height, EventId event, int32_t time);
/* The lanes of the earlier access that belong to the event itself. */
uint32_t causality_ordered_by(const Event *event, Past past);

/* From now on the event counts as one that several threads take: it may get a summary. */
void causality_share(const Causality *causality, EventId event);
bool causality_may_summarise(const Event *event);
/* Makes a summary of a shared event, where searches have visited enough of them since the last. event 0: nothing. */
void causality_summarise(Causality *causality, EventId event);
/* NULL where there is none. */
const Summary *causality_summary_of(const CausalityGraph *graph, const Event *event);
/* The lanes of the earlier access that belong to the summary's event or to one of its ancestors. */
uint32_t causality_ordered_by_summary(const CausalityGraph *graph, const Summary *summary, Past past);
void causality_drop_summaries(CausalityGraph *graph);

/* The lanes of the earlier access that it happened before what a thread of the running block does now, by other means
 * than barriers of that whole block and of whole warps. */
uint32_t causality_before(const SimBlockMemory *block, Past past, uint32_t thread);
/* Whether anything happened before what the thread does now, by such means. */
bool causality_knows(const SimBlockMemory *block, uint32_t thread);
/* Of some lanes of a warp: some of them, so that each of the others knows what one of these with a lower number knows,
 * for which causality_before() gives the same. */
uint32_t causality_lanes_to_ask(const SimBlockMemory *block, uint32_t warp, uint32_t lanes);
/* Whether the earlier access would happen before what the thread does now if the thread had a fence here: it read a
 * flag that was released after that access. */
bool causality_observed(const SimBlockMemory *block, Past past, uint32_t thread);

#endif
