/* What a program asks of a graph's nodes and edges. Lists are answered as CUDA does it: without room for them only
 * their length is told; room that is left is filled with NULL. No edge has data. */
#include <string.h>

#include "program/runtime/runtime_graph.h"

/* cudaGraphEdgeData: 8 bytes, all zero for an edge that only orders its nodes. */
enum { EDGE_BYTES = 8 };

/* An answer's lists, each of which may be NULL. */
typedef struct Edges {
    GraphNode **from, **to;
    uint8_t *data;
    size_t room, count;
} Edges;

static Edges begin_list(GraphNode **from, GraphNode **to, void *data, const size_t *count) {
    bool any = from != NULL || to != NULL;
    return (Edges){.from = from, .to = to, .data = data, .room = any && count != NULL ? *count : 0};
}

static void put(Edges *edges, size_t at, GraphNode *from, GraphNode *to) {
    if (edges->from != NULL) edges->from[at] = from;
    if (edges->to != NULL) edges->to[at] = to;
    if (edges->data != NULL) memset(edges->data + at * EDGE_BYTES, 0, EDGE_BYTES);
}

static void list(Edges *edges, GraphNode *from, GraphNode *to) {
    if (edges->count < edges->room) put(edges, edges->count, from, to);
    edges->count++;
}

static cudaError_t end_list(RuntimeCall *call, Edges *edges, bool good, size_t *count) {
    if (call->error == cudaSuccess && (!good || count == NULL)) call->error = cudaErrorInvalidValue;
    if (call->error == cudaSuccess) {
        for (size_t i = edges->count; i < edges->room; i++) put(edges, i, NULL, NULL);
        bool asked = edges->from != NULL || edges->to != NULL;
        if (!asked || edges->count < *count) *count = edges->count;
    }
    runtime_note(call);
    return runtime_finish(call);
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

static cudaError_t list_nodes(const char *name, const RuntimeGraph *graph, GraphNode **nodes, size_t *count,
                              bool roots) {
    RuntimeCall call;
    Edges edges = begin_list(nodes, NULL, NULL, count);
    bool good = runtime_enter(&call, name) && runtime_is_graph(graph);
    for (GraphNode *node = good ? graph->first : NULL; node != NULL; node = node->next)
        if (!roots || node->after_count == 0) list(&edges, node, NULL);
    return end_list(&call, &edges, good, count);
}

cudaError_t cudaGraphGetNodes(const RuntimeGraph *graph, GraphNode **nodes, size_t *count) {
    return list_nodes("cudaGraphGetNodes", graph, nodes, count, false);
}

cudaError_t cudaGraphGetRootNodes(const RuntimeGraph *graph, GraphNode **nodes, size_t *count) {
    return list_nodes("cudaGraphGetRootNodes", graph, nodes, count, true);
}

cudaError_t cudaGraphNodeGetType(const GraphNode *node, int *type) {
    if (!runtime_is_node(node) || type == NULL) return runtime_fail("cudaGraphNodeGetType", cudaErrorInvalidValue);
    *type = (int)node->work.type;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeFindInClone(GraphNode **node, const GraphNode *original, const RuntimeGraph *clone) {
    RuntimeCall call;
    if (runtime_enter(&call, "cudaGraphNodeFindInClone")) {
        GraphNode *made = runtime_node_made_of(clone, original);
        if (node == NULL || made == NULL)
            call.error = cudaErrorInvalidValue;
        else
            *node = made;
        runtime_note(&call);
    }
    return runtime_finish(&call);
}

/* ---- edges ------------------------------------------------------------------------------------------------------- */

/* of: only edges to this node (before), or from it; NULL: all. */
static void list_edges(Edges *edges, const RuntimeGraph *graph, const GraphNode *of, bool before) {
    for (GraphNode *node = graph->first; node != NULL; node = node->next)
        for (size_t i = 0; i < node->after_count; i++)
            if (of == NULL || (before ? node : node->after[i]) == of) list(edges, node->after[i], node);
}

static cudaError_t all_edges(const RuntimeGraph *graph, GraphNode **from, GraphNode **to, void *data, size_t *count) {
    RuntimeCall call;
    Edges edges = begin_list(from, to, data, count);
    bool good = runtime_enter(&call, "cudaGraphGetEdges") && runtime_is_graph(graph) && (from == NULL) == (to == NULL);
    if (good) list_edges(&edges, graph, NULL, false);
    return end_list(&call, &edges, good, count);
}

static cudaError_t edges_before(const GraphNode *node, GraphNode **nodes, void *data, size_t *count) {
    RuntimeCall call;
    Edges edges = begin_list(nodes, NULL, data, count);
    bool good = runtime_enter(&call, "cudaGraphNodeGetDependencies") && runtime_is_node(node);
    if (good) list_edges(&edges, node->graph, node, true);
    return end_list(&call, &edges, good, count);
}

static cudaError_t edges_after(const GraphNode *node, GraphNode **nodes, void *data, size_t *count) {
    RuntimeCall call;
    Edges edges = begin_list(NULL, nodes, data, count);
    bool good = runtime_enter(&call, "cudaGraphNodeGetDependentNodes") && runtime_is_node(node);
    if (good) list_edges(&edges, node->graph, node, false);
    return end_list(&call, &edges, good, count);
}

#if RUNTIME_MAJOR >= 13
cudaError_t cudaGraphGetEdges(const RuntimeGraph *graph, GraphNode **from, GraphNode **to, void *data, size_t *count) {
    return all_edges(graph, from, to, data, count);
}

cudaError_t cudaGraphNodeGetDependencies(const GraphNode *node, GraphNode **nodes, void *data, size_t *count) {
    return edges_before(node, nodes, data, count);
}

cudaError_t cudaGraphNodeGetDependentNodes(const GraphNode *node, GraphNode **nodes, void *data, size_t *count) {
    return edges_after(node, nodes, data, count);
}
#else
cudaError_t cudaGraphGetEdges(const RuntimeGraph *graph, GraphNode **from, GraphNode **to, size_t *count) {
    return all_edges(graph, from, to, NULL, count);
}

cudaError_t cudaGraphNodeGetDependencies(const GraphNode *node, GraphNode **nodes, size_t *count) {
    return edges_before(node, nodes, NULL, count);
}

cudaError_t cudaGraphNodeGetDependentNodes(const GraphNode *node, GraphNode **nodes, size_t *count) {
    return edges_after(node, nodes, NULL, count);
}
#endif
