/* Graphs: a list of nodes, and what was made of it to be launched, which is another such list. */
#include "program/runtime/runtime_graph.h"

#include <stdlib.h>
#include <string.h>

enum { FREES_AUTO = 1 };

RuntimeGraph *runtime_graph_new(void) {
    RuntimeGraph *graph = calloc(1, sizeof *graph);
    if (graph == NULL) return NULL;
    runtime_handle_add(&graph->handle, HANDLE_GRAPH);
    graph->last = &graph->first;
    return graph;
}

static void free_node(RuntimeCall *call, GraphNode *node) {
    runtime_handle_remove(&node->handle, HANDLE_NODE);
    runtime_graph_free(call, node->work.child);
    runtime_graph_memory_left(call, node->work.memory);
    free(node->after);
    free(node->payload);
    free(node);
}

void runtime_graph_free(RuntimeCall *call, RuntimeGraph *graph) {
    if (!runtime_is_graph(graph)) return;
    for (GraphNode *node = graph->first, *next; node != NULL; node = next) {
        next = node->next;
        free_node(call, node);
    }
    runtime_handle_remove(&graph->handle, HANDLE_GRAPH);
    free(graph);
}

static RuntimeGraph *copy_of(const RuntimeGraph *graph);

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

bool runtime_node_set(GraphNode *node, const RuntimeWork *work) {
    void *payload = malloc(work->size + 1);
    RuntimeGraph *child = work->child != NULL ? copy_of(work->child) : NULL;
    if (payload == NULL || (work->child != NULL && child == NULL)) {
        free(payload);
        runtime_graph_free(NULL, child);
        return false;
    }
    if (child != NULL) child->is_child = true;
    if (work->size > 0) memcpy(payload, work->payload, work->size);
    free(node->payload);
    runtime_graph_free(NULL, node->work.child);
    GraphMemory *before = node->work.memory;
    node->work = *work;
    node->work.child = child;
    node->work.payload = node->payload = payload;
    runtime_graph_memory_kept(work->memory);
    runtime_graph_memory_left(NULL, before);
    return true;
}

static GraphNode *add_node(RuntimeGraph *graph, const RuntimeWork *work) {
    GraphNode *node = calloc(1, sizeof *node);
    if (node == NULL || !runtime_node_set(node, work)) {
        free(node);
        return NULL;
    }
    runtime_handle_add(&node->handle, HANDLE_NODE);
    node->graph = graph;
    *graph->last = node;
    graph->last = &node->next;
    graph->count++;
    return node;
}

bool runtime_node_depend(GraphNode *node, GraphNode *on) {
    for (size_t i = 0; i < node->after_count; i++)
        if (node->after[i] == on) return true;
    GraphNode **more = realloc(node->after, (node->after_count + 1) * sizeof *more);
    if (more == NULL) return false;
    node->after = more;
    node->after[node->after_count++] = on;
    return true;
}

static void remove_dependency(GraphNode *node, const GraphNode *on) {
    size_t kept = 0;
    for (size_t i = 0; i < node->after_count; i++)
        if (node->after[i] != on) node->after[kept++] = node->after[i];
    node->after_count = kept;
}

GraphNode *runtime_graph_add(RuntimeGraph *graph, const RuntimeCall *call, const RuntimeWork *work,
                             GraphNode *const *after, size_t count) {
    GraphNode *node = add_node(graph, work);
    if (node == NULL) return NULL;
    node->name = call->name;
    node->frame_count = call->call.frame_count;
    memcpy(node->frames, call->call.frames, sizeof node->frames);
    for (size_t i = 0; i < count; i++)
        if (!runtime_node_depend(node, after[i])) return NULL;
    return node;
}

bool runtime_graph_capture(RuntimeGraph *graph, const RuntimeCall *call, const RuntimeWork *work) {
    GraphNode *before = NULL;
    if (graph->first != NULL) before = (GraphNode *)(void *)((char *)graph->last - offsetof(GraphNode, next));
    return runtime_graph_add(graph, call, work, &before, before != NULL) != NULL;
}

/* Adds copies of all nodes, of a graph without a cycle: each comes after those that it depends on. */
static bool append(RuntimeGraph *graph, const RuntimeGraph *more) {
    for (GraphNode *node = more->first; node != NULL; node = node->next) {
        GraphNode *copy = node->mark = add_node(graph, &node->work);
        if (copy == NULL) return false;
        copy->name = node->name;
        copy->frame_count = node->frame_count;
        memcpy(copy->frames, node->frames, sizeof copy->frames);
        copy->origin = node;
        for (size_t i = 0; i < node->after_count; i++)
            if (!runtime_node_depend(copy, node->after[i]->mark)) return false;
    }
    return true;
}

static RuntimeGraph *copy_of(const RuntimeGraph *graph) {
    RuntimeGraph *copy = runtime_graph_new();
    if (copy != NULL && append(copy, graph)) return copy;
    runtime_graph_free(NULL, copy);
    return NULL;
}

/* ---- dependencies that are added and removed --------------------------------------------------------------------- */

static bool is_ready(const GraphNode *node) {
    for (size_t i = 0; i < node->after_count; i++)
        if (node->after[i]->mark == NULL) return false;
    return true;
}

/* Moves those nodes of the list *from whose dependencies have their place to the end of another list, in their order.
 * False: there is none. */
static bool take_ready(GraphNode **from, GraphNode ***last) {
    bool any = false;
    for (GraphNode **at = from; *at != NULL;) {
        GraphNode *node = *at;
        if (!is_ready(node)) {
            at = &node->next;
            continue;
        }
        *at = node->next;
        node->next = NULL;
        node->mark = node;
        **last = node;
        *last = &node->next;
        any = true;
    }
    return any;
}

/* Puts the list in an order that the dependencies allow. */
static void sort(RuntimeGraph *graph) {
    GraphNode *left = graph->first;
    for (GraphNode *node = left; node != NULL; node = node->next) node->mark = NULL;
    graph->first = NULL;
    graph->last = &graph->first;
    while (left != NULL && take_ready(&left, &graph->last)) continue;
    graph->cyclic = left != NULL;
    *graph->last = left;
    while (*graph->last != NULL) graph->last = &(*graph->last)->next;
}

bool runtime_graph_is_cyclic(const RuntimeGraph *graph) {
    bool cyclic = graph->cyclic;
    for (const GraphNode *node = graph->first; node != NULL && !cyclic; node = node->next)
        cyclic = node->work.child != NULL && runtime_graph_is_cyclic(node->work.child);
    return cyclic;
}

static cudaError_t change_all(RuntimeGraph *graph, GraphNode *const *from, GraphNode *const *to, size_t count,
                              bool adds) {
    bool good = runtime_is_graph(graph) && (count == 0 || (from != NULL && to != NULL));
    for (size_t i = 0; good && i < count; i++)
        good = runtime_is_node(from[i]) && runtime_is_node(to[i]) && from[i]->graph == graph && to[i]->graph == graph &&
               from[i] != to[i];
    if (!good) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        if (!adds)
            remove_dependency(to[i], from[i]);
        else if (!runtime_node_depend(to[i], from[i]))
            return cudaErrorMemoryAllocation;
    }
    sort(graph);
    return cudaSuccess;
}

static cudaError_t change_dependencies(const char *name, RuntimeGraph *graph, GraphNode *const *from,
                                       GraphNode *const *to, size_t count, bool adds) {
    RuntimeCall call;
    if (runtime_enter(&call, name)) {
        call.error = change_all(graph, from, to, count, adds);
        runtime_note(&call);
    }
    return runtime_finish(&call);
}

#if RUNTIME_MAJOR >= 13
cudaError_t cudaGraphAddDependencies(RuntimeGraph *graph, GraphNode *const *from, GraphNode *const *to,
                                     const void *edges, size_t count) {
    (void)edges;
    return change_dependencies("cudaGraphAddDependencies", graph, from, to, count, true);
}

cudaError_t cudaGraphRemoveDependencies(RuntimeGraph *graph, GraphNode *const *from, GraphNode *const *to,
                                        const void *edges, size_t count) {
    (void)edges;
    return change_dependencies("cudaGraphRemoveDependencies", graph, from, to, count, false);
}
#else
cudaError_t cudaGraphAddDependencies(RuntimeGraph *graph, GraphNode *const *from, GraphNode *const *to, size_t count) {
    return change_dependencies("cudaGraphAddDependencies", graph, from, to, count, true);
}

cudaError_t cudaGraphRemoveDependencies(RuntimeGraph *graph, GraphNode *const *from, GraphNode *const *to,
                                        size_t count) {
    return change_dependencies("cudaGraphRemoveDependencies", graph, from, to, count, false);
}
#endif

/* Takes it out of the list, and what depends on it no longer does. */
cudaError_t cudaGraphDestroyNode(GraphNode *node) {
    if (!runtime_is_node(node)) return runtime_fail("cudaGraphDestroyNode", cudaErrorInvalidValue);
    RuntimeGraph *graph = node->graph;
    for (GraphNode *other = graph->first; other != NULL; other = other->next) remove_dependency(other, node);
    GraphNode **at = &graph->first;
    while (*at != node) at = &(*at)->next;
    *at = node->next;
    if (graph->last == &node->next) graph->last = at;
    graph->count--;
    sort(graph); /* it may have been in a cycle */
    RuntimeCall call;
    free_node(runtime_enter(&call, "cudaGraphDestroyNode") ? &call : NULL, node);
    return runtime_finish(&call);
}

/* ---- launching --------------------------------------------------------------------------------------------------- */

/* A node's work is the stream's that the graph is launched in. Where it was captured from, that stream may be gone. */
static void put_in_stream(const GraphNode *node, RuntimeWork *work, cudaStream_t stream) {
    if (work->type == GRAPH_KERNEL) ((ProgramLaunch *)node->payload)->stream = stream;
    if (work->type == GRAPH_COPY) ((ProgramCopy *)node->payload)->stream = stream;
    if (work->type == GRAPH_SET) work->arguments[PROGRAM_SET_STREAM] = stream;
}

/* One node. A function of the host's runs without the lock, because it may call the library. */
static cudaError_t run_node(const GraphNode *node, cudaStream_t stream) {
    RuntimeCall call;
    if (runtime_enter(&call, node->name)) {
        call.call.frame_count = node->frame_count;
        memcpy(call.call.frames, node->frames, sizeof node->frames);
        RuntimeWork work = node->work;
        put_in_stream(node, &work, stream);
        if (work.type == GRAPH_ALLOCATE) work.arguments[2] = node->graph->frees_auto;
        if (work.type != GRAPH_HOST && work.type != GRAPH_EMPTY) runtime_perform(&call, stream, &work, true);
        if (work.type == GRAPH_HOST) runtime_wait_for_stream(stream); /* it runs when all before it is done */
    }
    cudaError_t error = runtime_finish(&call);
    if (error == cudaSuccess && node->work.type == GRAPH_HOST) node->work.function(node->work.context);
    return error;
}

static cudaError_t run_graph(const RuntimeGraph *graph, cudaStream_t stream) {
    cudaError_t error = cudaSuccess;
    for (const GraphNode *node = graph->first; node != NULL && error == cudaSuccess; node = node->next)
        if (!node->disabled)
            error = node->work.child != NULL ? run_graph(node->work.child, stream) : run_node(node, stream);
    return error;
}

/* In a stream that is being captured the graph becomes a child of the one that the capture makes. */
cudaError_t cudaGraphLaunch(RuntimeGraph *graph, cudaStream_t stream) {
    if (!runtime_is_graph(graph)) return runtime_fail("cudaGraphLaunch", cudaErrorInvalidValue);
    if (!runtime_is_captured(stream)) return run_graph(graph, stream);
    RuntimeCall call;
    RuntimeWork work = {.type = GRAPH_CHILD, .child = graph};
    if (runtime_enter(&call, "cudaGraphLaunch")) runtime_work(&call, stream, &work);
    return runtime_finish(&call);
}

cudaError_t cudaGraphUpload(const RuntimeGraph *graph, cudaStream_t stream) {
    (void)stream;
    return runtime_is_graph(graph) ? cudaSuccess : runtime_fail("cudaGraphUpload", cudaErrorInvalidValue);
}

static void set_frees_auto(RuntimeGraph *graph) {
    graph->frees_auto = true;
    for (GraphNode *node = graph->first; node != NULL; node = node->next)
        if (node->work.child != NULL) set_frees_auto(node->work.child);
}

static cudaError_t instantiate(const char *name, RuntimeGraph **executable, const RuntimeGraph *graph,
                               unsigned long long flags) {
    RuntimeCall call;
    if (runtime_enter(&call, name)) {
        bool good = executable != NULL && runtime_is_graph(graph) && !runtime_graph_is_cyclic(graph);
        RuntimeGraph *copy = good ? copy_of(graph) : NULL;
        call.error = copy != NULL ? cudaSuccess : good ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
        if (copy != NULL && flags & FREES_AUTO) set_frees_auto(copy);
        if (good) *executable = copy;
        runtime_note(&call);
    }
    return runtime_finish(&call);
}

#if RUNTIME_MAJOR >= 12
cudaError_t cudaGraphInstantiate(RuntimeGraph **executable, const RuntimeGraph *graph, unsigned long long flags) {
    return instantiate("cudaGraphInstantiate", executable, graph, flags);
}
#else
cudaError_t cudaGraphInstantiate(RuntimeGraph **executable, const RuntimeGraph *graph, GraphNode **node, char *log,
                                 size_t bytes) {
    if (node != NULL) *node = NULL;
    if (log != NULL && bytes > 0) *log = '\0';
    return instantiate("cudaGraphInstantiate", executable, graph, 0);
}
#endif

cudaError_t cudaGraphInstantiateWithFlags(RuntimeGraph **executable, const RuntimeGraph *graph,
                                          unsigned long long flags) {
    return instantiate("cudaGraphInstantiateWithFlags", executable, graph, flags);
}

cudaError_t cudaGraphClone(RuntimeGraph **clone, const RuntimeGraph *graph) {
    return instantiate("cudaGraphClone", clone, graph, 0);
}

static cudaError_t destroy(const char *name, RuntimeGraph *graph) {
    RuntimeCall call;
    if (!runtime_is_graph(graph) || graph->is_child) return runtime_fail(name, cudaErrorInvalidValue);
    runtime_graph_free(runtime_enter(&call, name) ? &call : NULL, graph);
    return runtime_finish(&call);
}

cudaError_t cudaGraphDestroy(RuntimeGraph *graph) {
    return destroy("cudaGraphDestroy", graph);
}

cudaError_t cudaGraphExecDestroy(RuntimeGraph *graph) {
    return destroy("cudaGraphExecDestroy", graph);
}

cudaError_t cudaGraphCreate(RuntimeGraph **graph, unsigned flags) {
    if (graph == NULL || flags != 0) return runtime_fail("cudaGraphCreate", cudaErrorInvalidValue);
    *graph = runtime_graph_new();
    return *graph != NULL ? cudaSuccess : runtime_fail("cudaGraphCreate", cudaErrorMemoryAllocation);
}

/* ---- changing what was instantiated ------------------------------------------------------ */

GraphNode *runtime_node_made_of(const RuntimeGraph *executable, const GraphNode *origin) {
    if (!runtime_is_graph(executable) || origin == NULL) return NULL;
    for (GraphNode *node = executable->first; node != NULL; node = node->next) {
        GraphNode *within = node->work.child != NULL ? runtime_node_made_of(node->work.child, origin) : NULL;
        if (node->origin == origin || within != NULL) return within != NULL ? within : node;
    }
    return NULL;
}

/* Kernels, copies and memsets can be left out of launches. */
static GraphNode *switchable(const RuntimeGraph *executable, const GraphNode *origin) {
    GraphNode *node = runtime_node_made_of(executable, origin);
    return node != NULL && node->work.type <= GRAPH_SET ? node : NULL;
}

cudaError_t cudaGraphNodeSetEnabled(RuntimeGraph *executable, const GraphNode *origin, unsigned enabled) {
    GraphNode *node = switchable(executable, origin);
    if (node == NULL) return runtime_fail("cudaGraphNodeSetEnabled", cudaErrorInvalidValue);
    node->disabled = enabled == 0;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(const RuntimeGraph *executable, const GraphNode *origin, unsigned *enabled) {
    const GraphNode *node = switchable(executable, origin);
    if (node == NULL || enabled == NULL) return runtime_fail("cudaGraphNodeGetEnabled", cudaErrorInvalidValue);
    *enabled = !node->disabled;
    return cudaSuccess;
}

enum { UPDATE_DONE = 0, UPDATE_OTHER_TOPOLOGY = 2, UPDATE_OTHER_TYPE = 3 }; /* cudaGraphExecUpdateResult */

bool runtime_graphs_match(const RuntimeGraph *one, const RuntimeGraph *other) {
    if (one == NULL || other == NULL) return one == other;
    const GraphNode *node = one->first, *match = other->first;
    for (; node != NULL && match != NULL; node = node->next, match = match->next)
        if (node->work.type != match->work.type || !runtime_graphs_match(node->work.child, match->work.child))
            return false;
    return node == match;
}

/* *at: the node that is of another type, or NULL. */
static cudaError_t update(RuntimeGraph *executable, RuntimeGraph *graph, int *result, GraphNode **at) {
    static const char name[] = "cudaGraphExecUpdate";
    *at = NULL;
    bool same = executable->count == graph->count && !runtime_graph_is_cyclic(graph);
    *result = same ? UPDATE_DONE : UPDATE_OTHER_TOPOLOGY;
    GraphNode *node = executable->first;
    for (GraphNode *from = graph->first; from != NULL && *result == UPDATE_DONE; from = from->next) {
        if (node->work.type != from->work.type) {
            *result = UPDATE_OTHER_TYPE;
            *at = from;
        } else if (!runtime_graphs_match(node->work.child, from->work.child)) {
            *result = UPDATE_OTHER_TOPOLOGY;
            *at = from;
            break;
        } else if (!runtime_node_set(node, &from->work))
            return runtime_fail(name, cudaErrorMemoryAllocation);
        node->origin = from;
        node = node->next;
    }
    return *result == UPDATE_DONE ? cudaSuccess : runtime_fail(name, cudaErrorGraphExecUpdateFailure);
}

#if RUNTIME_MAJOR >= 12
typedef struct UpdateResult {
    int result;
    GraphNode *node, *from;
} UpdateResult;

cudaError_t cudaGraphExecUpdate(RuntimeGraph *executable, RuntimeGraph *graph, UpdateResult *result) {
    if (!runtime_is_graph(executable) || !runtime_is_graph(graph) || result == NULL)
        return runtime_fail("cudaGraphExecUpdate", cudaErrorInvalidValue);
    *result = (UpdateResult){0};
    return update(executable, graph, &result->result, &result->node);
}
#else
cudaError_t cudaGraphExecUpdate(RuntimeGraph *executable, RuntimeGraph *graph, GraphNode **node, int *result) {
    if (!runtime_is_graph(executable) || !runtime_is_graph(graph) || node == NULL || result == NULL)
        return runtime_fail("cudaGraphExecUpdate", cudaErrorInvalidValue);
    return update(executable, graph, result, node);
}
#endif
