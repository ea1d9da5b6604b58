/* Which graphs and nodes there are. A program's handle is an address, and one that was destroyed, or never was one,
 * must not be read to find that out. One whose address became that of another graph or node is taken for it. */
#include <pthread.h>

#include "program/runtime/runtime_graph.h"

enum { BUCKETS = 4096 };

/* Some functions look a handle up before they take the library's lock. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static GraphHandle *handles[2][BUCKETS];

static GraphHandle **bucket_of(const void *handle, GraphHandleKind kind) {
    return &handles[kind][(uintptr_t)handle / 64 % BUCKETS];
}

void runtime_handle_add(GraphHandle *handle, GraphHandleKind kind) {
    pthread_mutex_lock(&lock);
    GraphHandle **bucket = bucket_of(handle, kind);
    handle->next = *bucket;
    *bucket = handle;
    pthread_mutex_unlock(&lock);
}

void runtime_handle_remove(const GraphHandle *handle, GraphHandleKind kind) {
    pthread_mutex_lock(&lock);
    GraphHandle **at = bucket_of(handle, kind);
    while (*at != handle) at = &(*at)->next;
    *at = handle->next;
    pthread_mutex_unlock(&lock);
}

static bool is_there(const void *handle, GraphHandleKind kind) {
    pthread_mutex_lock(&lock);
    const GraphHandle *at = *bucket_of(handle, kind);
    while (at != NULL && (const void *)at != handle) at = at->next;
    pthread_mutex_unlock(&lock);
    return at != NULL;
}

bool runtime_is_graph(const RuntimeGraph *graph) {
    return is_there(graph, HANDLE_GRAPH);
}

bool runtime_is_node(const GraphNode *node) {
    return is_there(node, HANDLE_NODE);
}
