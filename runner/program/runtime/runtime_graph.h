/* Work that goes to a stream, now or later: streams that are being captured keep it in a graph, and a graph's launch
 * asks for it once more.
 *
 * runtime_capture.c knows which streams are being captured; runtime_graph.c has graphs, runtime_graph_nodes.c the
 * nodes that a program adds and changes, runtime_graph_edges.c what it asks of nodes and edges, runtime_graph_memory.c
 * memory that nodes allocate, runtime_graph_handles.c which graphs and nodes there are. A graph's nodes run in the
 * order of its list, which is that in which they were added, or another one where their dependencies ask for it. */
#ifndef WARPSCHOOL_RUNTIME_GRAPH_H
#define WARPSCHOOL_RUNTIME_GRAPH_H

#include "program/runtime/runtime_client.h"

/* Numbers of cudaGraphNodeType. */
typedef enum GraphNodeType {
    GRAPH_KERNEL,
    GRAPH_COPY,
    GRAPH_SET,
    GRAPH_HOST,
    GRAPH_CHILD,
    GRAPH_EMPTY,
    GRAPH_WAIT,
    GRAPH_RECORD,
    GRAPH_ALLOCATE = 10,
    GRAPH_FREE
} GraphNodeType;

/* Memory that nodes allocate: that of a graph, and those of what was made of it. */
typedef struct GraphMemory {
    uint64_t address, bytes;
    size_t nodes;
} GraphMemory;

/* A question for the server, with what follows the answer on the client's side; or a function of the host's. */
typedef struct RuntimeWork {
    GraphNodeType type;
    ProgramRequest request;
    const void *payload;
    size_t size;
    uint64_t arguments[PROGRAM_ARGUMENTS];
    cudaHostFn_t function; /* GRAPH_HOST */
    void *context;
    GraphMemory *memory;        /* GRAPH_ALLOCATE */
    struct RuntimeGraph *child; /* GRAPH_CHILD; a node's is a copy of its own */
} RuntimeWork;

/* ---- runtime_capture.c */
/* Does the work, or keeps it where the stream is being captured. call->error says how it went. */
void runtime_work(RuntimeCall *call, cudaStream_t stream, const RuntimeWork *work);
/* Does it now, in the stream: any work but a function of the host's. of_graph: as a node, for which the host never
 * waits. */
void runtime_perform(RuntimeCall *call, cudaStream_t stream, const RuntimeWork *work, bool of_graph);
/* Whether a call that waits for the stream has to fail, because it is being captured; 0: for any stream. Then the
 * capture is broken, and call->error is set. */
bool runtime_capture_forbids(RuntimeCall *call, cudaStream_t stream);
bool runtime_is_captured(cudaStream_t stream);

/* ---- runtime_host.c: the device address of registered memory, and its flags where asked for; 0: it is none */
uint64_t runtime_registered(uint64_t address, unsigned *flags);

/* ---- runtime_pools.c: memory that may be a pool's is freed */
void runtime_pool_freed(const void *pointer);

/* ---- runtime_graph_handles.c */
typedef enum GraphHandleKind { HANDLE_GRAPH, HANDLE_NODE } GraphHandleKind;
typedef struct GraphHandle {
    struct GraphHandle *next;
} GraphHandle;
void runtime_handle_add(GraphHandle *handle, GraphHandleKind kind);
void runtime_handle_remove(const GraphHandle *handle, GraphHandleKind kind);

/* ---- runtime_graph.c */
typedef struct GraphNode {
    GraphHandle handle; /* first, so that both have one address */
    struct GraphNode *next;
    struct GraphNode *origin; /* of a copy: the node that it was made of */
    struct GraphNode *mark;   /* while nodes are copied or sorted: the copy; or itself, where it has its place */
    struct RuntimeGraph *graph;
    struct GraphNode **after; /* what it depends on, of the same graph */
    size_t after_count;
    bool disabled; /* of what was instantiated: it is left out */
    RuntimeWork work;
    void *payload;    /* the work's, and the node's to free */
    const char *name; /* of the call that made it, and where that was */
    uint32_t frame_count;
    uint64_t frames[PROGRAM_FRAMES];
} GraphNode;

/* A graph, or what was made of one to be launched. */
typedef struct RuntimeGraph {
    GraphHandle handle; /* first, so that both have one address */
    GraphNode *first, **last;
    size_t count;
    bool is_child;   /* a node's, which destroys it */
    bool cyclic;     /* no order is one that its dependencies allow */
    bool frees_auto; /* cudaGraphInstantiateFlagAutoFreeOnLaunch */
} RuntimeGraph;

RuntimeGraph *runtime_graph_new(void); /* NULL: no memory */
/* Of any handle, of which nothing is read (runtime_graph_handles.c). */
bool runtime_is_graph(const RuntimeGraph *graph);
bool runtime_is_node(const GraphNode *node);
/* Whether it, or a child of it, has nodes that wait for each other. */
bool runtime_graph_is_cyclic(const RuntimeGraph *graph);
/* call: to tell the server of memory that goes with it; NULL: it is not told. */
void runtime_graph_free(RuntimeCall *call, RuntimeGraph *graph);
/* The node keeps a copy of the payload, and where the program made the call. It depends on count others. NULL: no
 * memory. */
GraphNode *runtime_graph_add(RuntimeGraph *graph, const RuntimeCall *call, const RuntimeWork *work,
                             GraphNode *const *after, size_t count);
/* Adds a node that a capture finds, after all that it found before. */
bool runtime_graph_capture(RuntimeGraph *graph, const RuntimeCall *call, const RuntimeWork *work);
/* The node depends on another one of its graph. False: no memory. */
bool runtime_node_depend(GraphNode *node, GraphNode *on);
/* Whether two graphs have nodes of the same types in the same order. NULL matches NULL. */
bool runtime_graphs_match(const RuntimeGraph *one, const RuntimeGraph *other);
/* Gives the node other work; a child graph is copied. */
bool runtime_node_set(GraphNode *node, const RuntimeWork *work);
/* The node that was made of another one, in the graph or in one that is a child's; NULL: there is none. */
GraphNode *runtime_node_made_of(const RuntimeGraph *executable, const GraphNode *origin);

/* ---- runtime_graph_memory.c */
/* Memory for a node, and the work that allocates it when the node runs. False with call->error set. */
bool runtime_graph_allocate(RuntimeCall *call, uint64_t bytes, RuntimeWork *work);
/* One node more, or fewer, that allocates it. NULL is allowed. */
void runtime_graph_memory_kept(GraphMemory *memory);
void runtime_graph_memory_left(RuntimeCall *call, GraphMemory *memory);
RuntimeWork runtime_graph_free_work(const void *pointer);

/* ---- runtime_launch.c */
enum { LAUNCH_MESSAGE = sizeof(ProgramLaunch) + 32764 };
/* The payload of PROGRAM_LAUNCH: how, and the kernel's parameters. Its size; 0 with call->error set. */
size_t runtime_pack_launch(RuntimeCall *call, ProgramLaunch *how, void **arguments, uint8_t message[LAUNCH_MESSAGE]);
/* After the server's answer to a launch. */
void runtime_launched(const RuntimeCall *call, RuntimeOrder order);

/* ---- runtime_copies.c: after the server's answer to a copy */
void runtime_copy_bytes(RuntimeCall *call, const ProgramCopy *copy, cudaStream_t stream, bool of_graph);
ProgramCopy runtime_plain_copy(void *to, const void *from, size_t bytes, int kind);
/* Makes the copy as the function `name`, now or in a graph. */
cudaError_t runtime_copy(const char *name, const ProgramCopy *copy);
/* runtime_arrays.c. False with call->error set: the parameters do not fit together. */
bool runtime_copy_of_3d(RuntimeCall *call, const cudaMemcpy3DParms *all, ProgramCopy *copy);

#endif
