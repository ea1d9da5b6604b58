/* The nodes of graphs that a program adds and changes. Numbers and layouts are those of driver_types.h. */
#include <string.h>

#include "program/runtime/runtime_graph.h"

static cudaError_t finish(RuntimeCall *call) {
    runtime_note(call);
    return runtime_finish(call);
}

/* Where a node is added: what every function that adds one begins with. */
typedef struct NewNode {
    GraphNode **node;
    RuntimeGraph *graph;
    GraphNode *const *after;
    size_t count;
} NewNode;

/* A node depends on nodes of its own graph, all of which were added before. */
static bool begin(RuntimeCall *call, const char *name, const NewNode *where) {
    if (!runtime_enter(call, name)) return false;
    bool good = runtime_is_graph(where->graph) && where->node != NULL && (where->count == 0 || where->after != NULL);
    for (size_t i = 0; good && i < where->count; i++)
        good = runtime_is_node(where->after[i]) && where->after[i]->graph == where->graph;
    if (!good) call->error = cudaErrorInvalidValue;
    return good;
}

static void add(RuntimeCall *call, const NewNode *where, const RuntimeWork *work) {
    *where->node = runtime_graph_add(where->graph, call, work, where->after, where->count);
    if (*where->node == NULL) call->error = cudaErrorMemoryAllocation;
}

/* Begins to change a node, which has to be of that type. */
static bool begin_change(RuntimeCall *call, const char *name, const GraphNode *node, GraphNodeType type) {
    if (!runtime_enter(call, name)) return false;
    bool good = runtime_is_node(node) && node->work.type == type;
    if (!good) call->error = cudaErrorInvalidValue;
    return good;
}

static void change(RuntimeCall *call, GraphNode *node, const RuntimeWork *work) {
    if (!runtime_node_set(node, work)) call->error = cudaErrorMemoryAllocation;
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

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
    NewNode where = {node, graph, after, count};
    RuntimeCall call;
    RuntimeWork work;
    if (begin(&call, "cudaGraphAddKernelNode", &where) && kernel_work(&call, kernel, message, &work))
        add(&call, &where, &work);
    return finish(&call);
}

static cudaError_t change_kernel(const char *name, GraphNode *node, const KernelNode *kernel) {
    static __thread uint8_t message[LAUNCH_MESSAGE];
    RuntimeCall call;
    RuntimeWork work;
    if (begin_change(&call, name, node, GRAPH_KERNEL) && kernel_work(&call, kernel, message, &work))
        change(&call, node, &work);
    return finish(&call);
}

cudaError_t cudaGraphKernelNodeSetParams(GraphNode *node, const KernelNode *kernel) {
    return change_kernel("cudaGraphKernelNodeSetParams", node, kernel);
}

cudaError_t cudaGraphExecKernelNodeSetParams(RuntimeGraph *executable, const GraphNode *node,
                                             const KernelNode *kernel) {
    return change_kernel("cudaGraphExecKernelNodeSetParams", runtime_node_made_of(executable, node), kernel);
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

static RuntimeWork copy_work(const ProgramCopy *copy) {
    return (RuntimeWork){.type = GRAPH_COPY, .request = PROGRAM_COPY, .payload = copy, .size = sizeof *copy};
}

cudaError_t cudaGraphAddMemcpyNode(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                   const cudaMemcpy3DParms *all) {
    NewNode where = {node, graph, after, count};
    RuntimeCall call;
    ProgramCopy copy;
    if (begin(&call, "cudaGraphAddMemcpyNode", &where) && runtime_copy_of_3d(&call, all, &copy)) {
        RuntimeWork work = copy_work(&copy);
        add(&call, &where, &work);
    }
    return finish(&call);
}

static cudaError_t add_plain_copy(const char *name, const NewNode *where, ProgramCopy copy) {
    RuntimeCall call;
    RuntimeWork work = copy_work(&copy);
    if (begin(&call, name, where)) add(&call, where, &work);
    return finish(&call);
}

cudaError_t cudaGraphAddMemcpyNode1D(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                     void *to, const void *from, size_t bytes, int kind) {
    NewNode where = {node, graph, after, count};
    return add_plain_copy("cudaGraphAddMemcpyNode1D", &where, runtime_plain_copy(to, from, bytes, kind));
}

/* The address of bytes of a variable; NULL with the error set. */
static void *part_of_symbol(const char *name, const void *symbol, size_t offset, size_t bytes, cudaError_t *error) {
    uint64_t address, size;
    *error = runtime_symbol(name, symbol, &address, &size);
    if (*error != cudaSuccess) return NULL;
    if (offset <= size && bytes <= size - offset) return (void *)(uintptr_t)(address + offset);
    *error = runtime_fail(name, cudaErrorInvalidValue);
    return NULL;
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                           const void *symbol, const void *from, size_t bytes, size_t offset,
                                           int kind) {
    static const char name[] = "cudaGraphAddMemcpyNodeToSymbol";
    NewNode where = {node, graph, after, count};
    cudaError_t error;
    void *to = part_of_symbol(name, symbol, offset, bytes, &error);
    return to != NULL ? add_plain_copy(name, &where, runtime_plain_copy(to, from, bytes, kind)) : error;
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after,
                                             size_t count, void *to, const void *symbol, size_t bytes, size_t offset,
                                             int kind) {
    static const char name[] = "cudaGraphAddMemcpyNodeFromSymbol";
    NewNode where = {node, graph, after, count};
    cudaError_t error;
    const void *from = part_of_symbol(name, symbol, offset, bytes, &error);
    return from != NULL ? add_plain_copy(name, &where, runtime_plain_copy(to, from, bytes, kind)) : error;
}

static cudaError_t change_box(const char *name, GraphNode *node, const cudaMemcpy3DParms *all) {
    RuntimeCall call;
    ProgramCopy copy;
    if (begin_change(&call, name, node, GRAPH_COPY) && runtime_copy_of_3d(&call, all, &copy)) {
        RuntimeWork work = copy_work(&copy);
        change(&call, node, &work);
    }
    return finish(&call);
}

static cudaError_t change_plain_copy(const char *name, GraphNode *node, ProgramCopy copy) {
    RuntimeCall call;
    RuntimeWork work = copy_work(&copy);
    if (begin_change(&call, name, node, GRAPH_COPY)) change(&call, node, &work);
    return finish(&call);
}

cudaError_t cudaGraphMemcpyNodeSetParams(GraphNode *node, const cudaMemcpy3DParms *all) {
    return change_box("cudaGraphMemcpyNodeSetParams", node, all);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(RuntimeGraph *executable, const GraphNode *node,
                                             const cudaMemcpy3DParms *all) {
    return change_box("cudaGraphExecMemcpyNodeSetParams", runtime_node_made_of(executable, node), all);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(GraphNode *node, void *to, const void *from, size_t bytes, int kind) {
    return change_plain_copy("cudaGraphMemcpyNodeSetParams1D", node, runtime_plain_copy(to, from, bytes, kind));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(RuntimeGraph *executable, const GraphNode *node, void *to,
                                               const void *from, size_t bytes, int kind) {
    return change_plain_copy("cudaGraphExecMemcpyNodeSetParams1D", runtime_node_made_of(executable, node),
                             runtime_plain_copy(to, from, bytes, kind));
}

/* ---- memsets ----------------------------------------------------------------------------------------------------- */

typedef struct SetNode {
    void *to;
    size_t pitch;
    unsigned value, element;
    size_t width, height;
} SetNode;

static bool set_work(RuntimeCall *call, const SetNode *set, RuntimeWork *work) {
    if (set == NULL || (set->element != 1 && set->element != 2 && set->element != 4)) {
        call->error = cudaErrorInvalidValue;
        return false;
    }
    size_t width = set->width * set->element, pitch = set->height > 1 ? set->pitch : width;
    uint64_t to = (uint64_t)(uintptr_t)set->to;
    *work = (RuntimeWork){.type = GRAPH_SET,
                          .request = PROGRAM_SET,
                          .arguments = {to, pitch, set->value, width, set->height, true, 0, 1, 0, set->element}};
    return true;
}

cudaError_t cudaGraphAddMemsetNode(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                   const SetNode *set) {
    NewNode where = {node, graph, after, count};
    RuntimeCall call;
    RuntimeWork work;
    if (begin(&call, "cudaGraphAddMemsetNode", &where) && set_work(&call, set, &work)) add(&call, &where, &work);
    return finish(&call);
}

static cudaError_t change_set(const char *name, GraphNode *node, const SetNode *set) {
    RuntimeCall call;
    RuntimeWork work;
    if (begin_change(&call, name, node, GRAPH_SET) && set_work(&call, set, &work)) change(&call, node, &work);
    return finish(&call);
}

cudaError_t cudaGraphMemsetNodeSetParams(GraphNode *node, const SetNode *set) {
    return change_set("cudaGraphMemsetNodeSetParams", node, set);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(RuntimeGraph *executable, const GraphNode *node, const SetNode *set) {
    return change_set("cudaGraphExecMemsetNodeSetParams", runtime_node_made_of(executable, node), set);
}

/* ---- functions of the host's ------------------------------------------------------------------------------------- */

typedef struct HostNode {
    cudaHostFn_t function;
    void *context;
} HostNode;

static bool host_work(RuntimeCall *call, const HostNode *host, RuntimeWork *work) {
    if (host == NULL || host->function == NULL) {
        call->error = cudaErrorInvalidValue;
        return false;
    }
    *work = (RuntimeWork){.type = GRAPH_HOST, .function = host->function, .context = host->context};
    return true;
}

cudaError_t cudaGraphAddHostNode(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                 const HostNode *host) {
    NewNode where = {node, graph, after, count};
    RuntimeCall call;
    RuntimeWork work;
    if (begin(&call, "cudaGraphAddHostNode", &where) && host_work(&call, host, &work)) add(&call, &where, &work);
    return finish(&call);
}

static cudaError_t change_host(const char *name, GraphNode *node, const HostNode *host) {
    RuntimeCall call;
    RuntimeWork work;
    if (begin_change(&call, name, node, GRAPH_HOST) && host_work(&call, host, &work)) change(&call, node, &work);
    return finish(&call);
}

cudaError_t cudaGraphHostNodeSetParams(GraphNode *node, const HostNode *host) {
    return change_host("cudaGraphHostNodeSetParams", node, host);
}

cudaError_t cudaGraphExecHostNodeSetParams(RuntimeGraph *executable, const GraphNode *node, const HostNode *host) {
    return change_host("cudaGraphExecHostNodeSetParams", runtime_node_made_of(executable, node), host);
}

cudaError_t cudaGraphHostNodeGetParams(const GraphNode *node, HostNode *host) {
    if (!runtime_is_node(node) || host == NULL || node->work.type != GRAPH_HOST)
        return runtime_fail("cudaGraphHostNodeGetParams", cudaErrorInvalidValue);
    *host = (HostNode){node->work.function, node->work.context};
    return cudaSuccess;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* cudaMemAllocNodeParams. Which pool it comes from and which devices may access it makes no difference here. */
typedef struct AllocateNode {
    uint64_t pool[11];
    const void *accesses;
    size_t access_count, bytes;
    void *pointer; /* out */
} AllocateNode;

cudaError_t cudaGraphAddMemAllocNode(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                     AllocateNode *allocate) {
    NewNode where = {node, graph, after, count};
    RuntimeCall call;
    RuntimeWork work;
    if (begin(&call, "cudaGraphAddMemAllocNode", &where)) {
        if (allocate == NULL || allocate->bytes == 0)
            call.error = cudaErrorInvalidValue;
        else if (runtime_graph_allocate(&call, allocate->bytes, &work)) {
            add(&call, &where, &work);
            allocate->pointer = (void *)(uintptr_t)work.arguments[0];
        }
    }
    return finish(&call);
}

cudaError_t cudaGraphAddMemFreeNode(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                    void *pointer) {
    NewNode where = {node, graph, after, count};
    RuntimeCall call;
    RuntimeWork work = runtime_graph_free_work(pointer);
    if (begin(&call, "cudaGraphAddMemFreeNode", &where)) {
        if (pointer == NULL)
            call.error = cudaErrorInvalidValue;
        else
            add(&call, &where, &work);
    }
    return finish(&call);
}

cudaError_t cudaGraphMemAllocNodeGetParams(const GraphNode *node, AllocateNode *allocate) {
    if (!runtime_is_node(node) || allocate == NULL || node->work.type != GRAPH_ALLOCATE)
        return runtime_fail("cudaGraphMemAllocNodeGetParams", cudaErrorInvalidValue);
    *allocate =
        (AllocateNode){.bytes = node->work.memory->bytes, .pointer = (void *)(uintptr_t)node->work.memory->address};
    return cudaSuccess;
}

cudaError_t cudaGraphMemFreeNodeGetParams(const GraphNode *node, void *pointer) {
    if (!runtime_is_node(node) || pointer == NULL || node->work.type != GRAPH_FREE)
        return runtime_fail("cudaGraphMemFreeNodeGetParams", cudaErrorInvalidValue);
    memcpy(pointer, &node->work.arguments[0], sizeof(void *));
    return cudaSuccess;
}

/* ---- others ------------------------------------------------------------------------------------------------------ */

cudaError_t cudaGraphAddEmptyNode(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count) {
    NewNode where = {node, graph, after, count};
    RuntimeCall call;
    RuntimeWork work = {.type = GRAPH_EMPTY};
    if (begin(&call, "cudaGraphAddEmptyNode", &where)) add(&call, &where, &work);
    return finish(&call);
}

/* ---- child graphs ------------------------------------------------------------------------------------------------ */

cudaError_t cudaGraphAddChildGraphNode(GraphNode **node, RuntimeGraph *graph, GraphNode *const *after, size_t count,
                                       RuntimeGraph *child) {
    NewNode where = {node, graph, after, count};
    RuntimeCall call;
    RuntimeWork work = {.type = GRAPH_CHILD, .child = child};
    if (begin(&call, "cudaGraphAddChildGraphNode", &where)) {
        if (!runtime_is_graph(child) || child == graph || runtime_graph_is_cyclic(child))
            call.error = cudaErrorInvalidValue;
        else
            add(&call, &where, &work);
    }
    return finish(&call);
}

/* The node's own graph, whose nodes may be changed. */
cudaError_t cudaGraphChildGraphNodeGetGraph(const GraphNode *node, RuntimeGraph **graph) {
    RuntimeCall call;
    if (begin_change(&call, "cudaGraphChildGraphNodeGetGraph", node, GRAPH_CHILD)) {
        if (graph == NULL)
            call.error = cudaErrorInvalidValue;
        else
            *graph = node->work.child;
    }
    return finish(&call);
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(RuntimeGraph *executable, const GraphNode *node, RuntimeGraph *child) {
    RuntimeCall call;
    RuntimeWork work = {.type = GRAPH_CHILD, .child = child};
    GraphNode *made = runtime_node_made_of(executable, node);
    if (begin_change(&call, "cudaGraphExecChildGraphNodeSetParams", made, GRAPH_CHILD)) {
        if (!runtime_is_graph(child) || runtime_graph_is_cyclic(child) ||
            !runtime_graphs_match(made->work.child, child))
            call.error = cudaErrorInvalidValue;
        else
            change(&call, made, &work);
    }
    return finish(&call);
}
