/* Graphs: a list of nodes, and what was made of it to be launched, which is another such list. */
#include "program/runtime/runtime_graph.h"

#include <stdlib.h>
#include <string.h>

typedef struct GraphNode {
    struct GraphNode *next;
    const struct GraphNode *origin; /* of a copy: the node that it was made of */
    struct RuntimeGraph *graph;
    RuntimeWork work;
    void *payload;    /* the work's, and the node's to free */
    const char *name; /* of the call that made it, and where that was */
    uint32_t frame_count;
    uint64_t frames[PROGRAM_FRAMES];
} GraphNode;

enum { GRAPH_MARK = 0x67726170 };

struct RuntimeGraph {
    uint32_t mark; /* GRAPH_MARK: it is one */
    GraphNode *first, **last;
    size_t count;
};

static bool is_graph(const RuntimeGraph *graph) {
    return graph != NULL && graph->mark == GRAPH_MARK;
}

RuntimeGraph *runtime_graph_new(void) {
    RuntimeGraph *graph = calloc(1, sizeof *graph);
    if (graph == NULL) return NULL;
    graph->mark = GRAPH_MARK;
    graph->last = &graph->first;
    return graph;
}

void runtime_graph_free(RuntimeGraph *graph) {
    if (!is_graph(graph)) return;
    for (GraphNode *node = graph->first, *next; node != NULL; node = next) {
        next = node->next;
        free(node->payload);
        free(node);
    }
    graph->mark = 0;
    free(graph);
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

static bool set_work(GraphNode *node, const RuntimeWork *work) {
    void *payload = malloc(work->size + 1);
    if (payload == NULL) return false;
    if (work->size > 0) memcpy(payload, work->payload, work->size);
    free(node->payload);
    node->work = *work;
    node->work.payload = node->payload = payload;
    return true;
}

static GraphNode *add_node(RuntimeGraph *graph, const RuntimeWork *work) {
    GraphNode *node = calloc(1, sizeof *node);
    if (node == NULL || !set_work(node, work)) {
        free(node);
        return NULL;
    }
    node->graph = graph;
    *graph->last = node;
    graph->last = &node->next;
    graph->count++;
    return node;
}

static GraphNode *add_call(RuntimeGraph *graph, const RuntimeCall *call, const RuntimeWork *work) {
    GraphNode *node = add_node(graph, work);
    if (node == NULL) return NULL;
    node->name = call->name;
    node->frame_count = call->call.frame_count;
    memcpy(node->frames, call->call.frames, sizeof node->frames);
    return node;
}

bool runtime_graph_add(RuntimeGraph *graph, const RuntimeCall *call, const RuntimeWork *work) {
    return add_call(graph, call, work) != NULL;
}

bool runtime_graph_append(RuntimeGraph *graph, const RuntimeGraph *more) {
    for (const GraphNode *node = more->first; node != NULL; node = node->next) {
        GraphNode *copy = add_node(graph, &node->work);
        if (copy == NULL) return false;
        copy->name = node->name;
        copy->frame_count = node->frame_count;
        memcpy(copy->frames, node->frames, sizeof copy->frames);
        copy->origin = node;
    }
    return true;
}

static RuntimeGraph *copy_of(const RuntimeGraph *graph) {
    RuntimeGraph *copy = runtime_graph_new();
    if (copy != NULL && runtime_graph_append(copy, graph)) return copy;
    runtime_graph_free(copy);
    return NULL;
}

/* ---- launching --------------------------------------------------------------------------------------------------- */

/* One node. A function of the host's runs without the lock, because it may call the library. */
static cudaError_t run_node(const GraphNode *node, cudaStream_t stream) {
    RuntimeCall call;
    if (runtime_enter(&call, node->name)) {
        call.call.frame_count = node->frame_count;
        memcpy(call.call.frames, node->frames, sizeof node->frames);
        RuntimeWork work = node->work;
        if (runtime_is_captured(stream))
            runtime_work(&call, stream, &work);
        else if (work.type != GRAPH_HOST && work.type != GRAPH_EMPTY)
            runtime_perform(&call, &work);
    }
    cudaError_t error = runtime_finish(&call);
    if (error == cudaSuccess && node->work.type == GRAPH_HOST && !runtime_is_captured(stream))
        node->work.function(node->work.context);
    return error;
}

cudaError_t cudaGraphLaunch(const RuntimeGraph *graph, cudaStream_t stream) {
    cudaError_t error = is_graph(graph) ? cudaSuccess : runtime_fail("cudaGraphLaunch", cudaErrorInvalidValue);
    for (const GraphNode *node = error == cudaSuccess ? graph->first : NULL; node != NULL; node = node->next) {
        error = run_node(node, stream);
        if (error != cudaSuccess) return error;
    }
    return error;
}

cudaError_t cudaGraphUpload(const RuntimeGraph *graph, cudaStream_t stream) {
    (void)stream;
    return is_graph(graph) ? cudaSuccess : runtime_fail("cudaGraphUpload", cudaErrorInvalidValue);
}

static cudaError_t instantiate(const char *name, RuntimeGraph **executable, const RuntimeGraph *graph) {
    if (executable == NULL || !is_graph(graph)) return runtime_fail(name, cudaErrorInvalidValue);
    *executable = copy_of(graph);
    return *executable != NULL ? cudaSuccess : runtime_fail(name, cudaErrorMemoryAllocation);
}

#if RUNTIME_MAJOR >= 12
cudaError_t cudaGraphInstantiate(RuntimeGraph **executable, const RuntimeGraph *graph, unsigned long long flags) {
    (void)flags;
    return instantiate("cudaGraphInstantiate", executable, graph);
}
#else
cudaError_t cudaGraphInstantiate(RuntimeGraph **executable, const RuntimeGraph *graph, GraphNode **node, char *log,
                                 size_t bytes) {
    if (node != NULL) *node = NULL;
    if (log != NULL && bytes > 0) *log = '\0';
    return instantiate("cudaGraphInstantiate", executable, graph);
}
#endif

cudaError_t cudaGraphInstantiateWithFlags(RuntimeGraph **executable, const RuntimeGraph *graph,
                                          unsigned long long flags) {
    (void)flags;
    return instantiate("cudaGraphInstantiateWithFlags", executable, graph);
}

cudaError_t cudaGraphClone(RuntimeGraph **clone, const RuntimeGraph *graph) {
    return instantiate("cudaGraphClone", clone, graph);
}

static cudaError_t destroy(const char *name, RuntimeGraph *graph) {
    if (!is_graph(graph)) return runtime_fail(name, cudaErrorInvalidValue);
    runtime_graph_free(graph);
    return cudaSuccess;
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

/* ---- nodes that the program adds --------------------------------------------------------------------------------- */

static cudaError_t finish(RuntimeCall *call) {
    runtime_note(call);
    return runtime_finish(call);
}

/* A node depends on nodes of its own graph, all of which were added before. */
static bool may_add(RuntimeCall *call, RuntimeGraph *graph, GraphNode **node, GraphNode *const *after, size_t count) {
    bool good = is_graph(graph) && node != NULL && (count == 0 || after != NULL);
    for (size_t i = 0; good && i < count; i++) good = after[i] != NULL && after[i]->graph == graph;
    if (!good) call->error = cudaErrorInvalidValue;
    return good;
}

static void add(RuntimeCall *call, RuntimeGraph *graph, GraphNode **node, const RuntimeWork *work) {
    *node = add_call(graph, call, work);
    if (*node == NULL) call->error = cudaErrorMemoryAllocation;
}

typedef struct KernelNode {
    const void *function;
    dim3 grid, block;
    unsigned shared;
    void **arguments, **more;
} KernelNode;

/* message: LAUNCH_MESSAGE bytes */
static bool kernel_work(RuntimeCall *call, const KernelNode *kernel, uint8_t *message, RuntimeWork *work) {
    if (kernel == NULL || kernel->more != NULL) {
        call->error = cudaErrorInvalidValue;
        return false;
    }
    ProgramLaunch how = {.function = (uint64_t)(uintptr_t)kernel->function,
                         .grid = {kernel->grid.x, kernel->grid.y, kernel->grid.z},
                         .block = {kernel->block.x, kernel->block.y, kernel->block.z},
                         .shared_dynamic = kernel->shared};
    size_t size = runtime_pack_launch(call, &how, kernel->arguments, message);
    *work = (RuntimeWork){.type = GRAPH_KERNEL, .request = PROGRAM_LAUNCH, .payload = message, .size = size};
    return size != 0;
}

cudaError_t cudaGraphAddKernelNode(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                   const KernelNode *kernel) {
    static __thread uint8_t message[LAUNCH_MESSAGE];
    RuntimeCall call;
    RuntimeWork work;
    if (runtime_enter(&call, "cudaGraphAddKernelNode") && may_add(&call, graph, node, after, count) &&
        kernel_work(&call, kernel, message, &work))
        add(&call, graph, node, &work);
    return finish(&call);
}

static RuntimeWork copy_work(const ProgramCopy *copy) {
    return (RuntimeWork){.type = GRAPH_COPY, .request = PROGRAM_COPY, .payload = copy, .size = sizeof *copy};
}

cudaError_t cudaGraphAddMemcpyNode(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                   const cudaMemcpy3DParms *all) {
    RuntimeCall call;
    ProgramCopy copy;
    if (runtime_enter(&call, "cudaGraphAddMemcpyNode") && may_add(&call, graph, node, after, count) &&
        runtime_copy_of_3d(&call, all, &copy)) {
        RuntimeWork work = copy_work(&copy);
        add(&call, graph, node, &work);
    }
    return finish(&call);
}

cudaError_t cudaGraphAddMemcpyNode1D(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                     void *to, const void *from, size_t bytes, int kind) {
    RuntimeCall call;
    if (runtime_enter(&call, "cudaGraphAddMemcpyNode1D") && may_add(&call, graph, node, after, count)) {
        ProgramCopy copy = runtime_plain_copy(to, from, bytes, kind);
        RuntimeWork work = copy_work(&copy);
        add(&call, graph, node, &work);
    }
    return finish(&call);
}

typedef struct SetNode {
    void *to;
    size_t pitch;
    unsigned value, element;
    size_t width, height;
} SetNode;

/* Elements whose bytes are all the same, which a memset of bytes gives as well. */
static bool is_set_of_bytes(const SetNode *set) {
    uint32_t byte = set->value & 255;
    return set->element == 1 || (set->element == 2 && (set->value & 0xffff) == byte * 0x101) ||
           (set->element == 4 && set->value == byte * 0x1010101);
}

cudaError_t cudaGraphAddMemsetNode(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                   const SetNode *set) {
    RuntimeCall call;
    if (runtime_enter(&call, "cudaGraphAddMemsetNode") && may_add(&call, graph, node, after, count)) {
        bool known = set != NULL && is_set_of_bytes(set);
        if (known) {
            size_t width = set->width * set->element, pitch = set->height > 1 ? set->pitch : width;
            uint64_t to = (uint64_t)(uintptr_t)set->to;
            RuntimeWork work = {.type = GRAPH_SET,
                                .request = PROGRAM_SET,
                                .arguments = {to, pitch, set->value & 255, width, set->height, true, 0}};
            add(&call, graph, node, &work);
        } else
            call.error = set == NULL ? cudaErrorInvalidValue : cudaErrorNotSupported;
    }
    return finish(&call);
}

typedef struct HostNode {
    cudaHostFn_t function;
    void *context;
} HostNode;

cudaError_t cudaGraphAddHostNode(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                 const HostNode *host) {
    RuntimeCall call;
    if (runtime_enter(&call, "cudaGraphAddHostNode") && may_add(&call, graph, node, after, count)) {
        RuntimeWork work = {.type = GRAPH_HOST};
        if (host == NULL || host->function == NULL)
            call.error = cudaErrorInvalidValue;
        else {
            work.function = host->function;
            work.context = host->context;
            add(&call, graph, node, &work);
        }
    }
    return finish(&call);
}

cudaError_t cudaGraphAddEmptyNode(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count) {
    RuntimeCall call;
    RuntimeWork work = {.type = GRAPH_EMPTY};
    if (runtime_enter(&call, "cudaGraphAddEmptyNode") && may_add(&call, graph, node, after, count))
        add(&call, graph, node, &work);
    return finish(&call);
}

/* The child's nodes, as they are now, and one that stands for all of them. */
cudaError_t cudaGraphAddChildGraphNode(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                       const RuntimeGraph *child) {
    RuntimeCall call;
    RuntimeWork work = {.type = GRAPH_EMPTY};
    if (runtime_enter(&call, "cudaGraphAddChildGraphNode") && may_add(&call, graph, node, after, count)) {
        if (!is_graph(child) || child == graph)
            call.error = cudaErrorInvalidValue;
        else if (!runtime_graph_append(graph, child))
            call.error = cudaErrorMemoryAllocation;
        else
            add(&call, graph, node, &work);
    }
    return finish(&call);
}

/* ---- looking at a graph, and changing what was instantiated ------------------------------------------------------ */

cudaError_t cudaGraphGetNodes(const RuntimeGraph *graph, GraphNode **nodes, size_t *count) {
    if (!is_graph(graph) || count == NULL) return runtime_fail("cudaGraphGetNodes", cudaErrorInvalidValue);
    size_t room = nodes != NULL ? *count : 0, i = 0;
    for (GraphNode *node = graph->first; node != NULL && i < room; node = node->next) nodes[i++] = node;
    for (; i < room; i++) nodes[i] = NULL;
    if (nodes == NULL || *count > graph->count) *count = graph->count;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(const GraphNode *node, int *type) {
    if (node == NULL || type == NULL) return runtime_fail("cudaGraphNodeGetType", cudaErrorInvalidValue);
    *type = (int)node->work.type;
    return cudaSuccess;
}

static GraphNode *made_of(const RuntimeGraph *executable, const GraphNode *origin) {
    GraphNode *node = is_graph(executable) ? executable->first : NULL;
    while (node != NULL && node->origin != origin) node = node->next;
    return node;
}

static cudaError_t change_kernel(const char *name, GraphNode *node, const KernelNode *kernel) {
    static __thread uint8_t message[LAUNCH_MESSAGE];
    RuntimeCall call;
    RuntimeWork work;
    if (runtime_enter(&call, name)) {
        if (node == NULL || node->work.type != GRAPH_KERNEL)
            call.error = cudaErrorInvalidValue;
        else if (kernel_work(&call, kernel, message, &work) && !set_work(node, &work))
            call.error = cudaErrorMemoryAllocation;
    }
    return finish(&call);
}

cudaError_t cudaGraphKernelNodeSetParams(GraphNode *node, const KernelNode *kernel) {
    return change_kernel("cudaGraphKernelNodeSetParams", node, kernel);
}

cudaError_t cudaGraphExecKernelNodeSetParams(RuntimeGraph *executable, const GraphNode *node,
                                             const KernelNode *kernel) {
    return change_kernel("cudaGraphExecKernelNodeSetParams", made_of(executable, node), kernel);
}

#if RUNTIME_MAJOR >= 12
typedef struct UpdateResult {
    int result; /* a cudaGraphExecUpdateResult: 0 for success, 2 for another topology */
    GraphNode *node, *from;
} UpdateResult;

cudaError_t cudaGraphExecUpdate(RuntimeGraph *executable, const RuntimeGraph *graph, UpdateResult *result) {
    if (!is_graph(executable) || !is_graph(graph) || result == NULL)
        return runtime_fail("cudaGraphExecUpdate", cudaErrorInvalidValue);
    *result = (UpdateResult){.result = executable->count == graph->count ? 0 : 2};
    GraphNode *node = executable->first;
    for (const GraphNode *from = graph->first; from != NULL && result->result == 0; from = from->next) {
        if (node->work.type != from->work.type)
            result->result = 2;
        else if (!set_work(node, &from->work))
            return runtime_fail("cudaGraphExecUpdate", cudaErrorMemoryAllocation);
        node->origin = from;
        node = node->next;
    }
    return result->result == 0 ? cudaSuccess : runtime_fail("cudaGraphExecUpdate", cudaErrorGraphExecUpdateFailure);
}
#endif
