// Child graphs, and what a program asks of nodes and edges.
#include <cstdio>

#if CUDART_VERSION >= 13000
#define NO_DATA nullptr,
#else
#define NO_DATA
#endif

__global__ void add(int *to, int value) {
    *to += value;
}
__global__ void multiply(int *to, int by) {
    *to *= by;
}

static int *device;
static cudaStream_t stream;

static void told(const char *what, cudaError_t error) {
    printf("%s: %s\n", what, cudaGetErrorName(error));
    cudaGetLastError();
}

static cudaGraphNode_t kernel_node(cudaGraph_t graph, void (*function)(int *, int), int value,
                                   cudaGraphNode_t after = nullptr) {
    void *arguments[] = {&device, &value};
    cudaKernelNodeParams how = {};
    how.func = (void *)function;
    how.gridDim = how.blockDim = dim3(1);
    how.kernelParams = arguments;
    cudaGraphNode_t node;
    cudaGraphAddKernelNode(&node, graph, &after, after != nullptr, &how);
    return node;
}

// to = (to + 2) * by
static cudaGraph_t child_graph(int by) {
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    kernel_node(graph, multiply, by, kernel_node(graph, add, 2));
    return graph;
}

static void launch(const char *what, cudaGraphExec_t executable) {
    int result = 1;
    cudaMemcpy(device, &result, sizeof result, cudaMemcpyHostToDevice);
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpy(&result, device, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s: %d\n", what, result);
}

static void edges(cudaGraph_t graph, cudaGraphNode_t first, cudaGraphNode_t child, cudaGraphNode_t last) {
    cudaGraphNode_t from[4], to[4], nodes[4];
    size_t count = 0, room = 4;
    told("edges", cudaGraphGetEdges(graph, nullptr, nullptr, NO_DATA &count));
    cudaGraphGetEdges(graph, from, to, NO_DATA &room);
    printf("%zu, %zu: %d %d\n", count, room, from[0] == first && to[0] == child, from[1] == child && to[1] == last);
    printf("no more: %d\n", from[2] == nullptr && to[3] == nullptr);
    room = 1;
    cudaGraphGetEdges(graph, from, to, NO_DATA &room);
    printf("room for one: %zu\n", room);
    told("one list", cudaGraphGetEdges(graph, from, nullptr, NO_DATA &room));
    room = 4;
    cudaGraphNodeGetDependencies(last, nodes, NO_DATA &room);
    printf("before the last: %zu, %d\n", room, nodes[0] == child);
    room = 4;
    cudaGraphNodeGetDependentNodes(first, nodes, NO_DATA &room);
    printf("after the first: %zu, %d\n", room, nodes[0] == child);
    room = 4;
    cudaGraphGetRootNodes(graph, nodes, &room);
    printf("roots: %zu, %d\n", room, nodes[0] == first);
    told("of no node", cudaGraphNodeGetDependencies(nullptr, nodes, NO_DATA &room));
}

static void capture() {
    cudaGraph_t inner = child_graph(7), graph;
    cudaGraphExec_t executable, outer;
    cudaGraphInstantiateWithFlags(&executable, inner, 0);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<1, 1, 0, stream>>>(device, 1);
    cudaGraphLaunch(executable, stream);
    cudaStreamEndCapture(stream, &graph);
    size_t count = 0;
    cudaGraphGetNodes(graph, nullptr, &count);
    cudaGraphInstantiateWithFlags(&outer, graph, 0);
    cudaGraphExecDestroy(executable);
    launch("a launch that was captured", outer);
    printf("nodes: %zu\n", count);
    cudaGraphExecDestroy(outer);
    cudaGraphDestroy(graph);
    cudaGraphDestroy(inner);
}

int main() {
    cudaStreamCreate(&stream);
    cudaMalloc(&device, sizeof *device);
    cudaGraph_t graph, child = child_graph(5), other = child_graph(6), own, copy;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t first = kernel_node(graph, add, 1), node, last, found, nodes[4];
    told("add", cudaGraphAddChildGraphNode(&node, graph, &first, 1, child));
    last = kernel_node(graph, add, 100, node);
    told("a graph in itself", cudaGraphAddChildGraphNode(&found, graph, nullptr, 0, graph));

    size_t count = 0, room = 4;
    cudaGraphNodeType type;
    cudaGraphGetNodes(graph, nullptr, &count);
    cudaGraphNodeGetType(node, &type);
    printf("nodes: %zu, a child graph: %d\n", count, type == cudaGraphNodeTypeGraph);
    told("its graph", cudaGraphChildGraphNodeGetGraph(node, &own));
    told("of a kernel", cudaGraphChildGraphNodeGetGraph(first, &copy));
    cudaGraphGetNodes(own, nodes, &room);
    printf("its nodes: %zu, a copy: %d\n", room, own != child);
    edges(graph, first, node, last);

    kernel_node(child, add, 1000); // the node has its own
    cudaGraphDestroy(child);
    cudaGraphExec_t executable;
    cudaGraphInstantiateWithFlags(&executable, graph, 0);
    launch("(1 + 1 + 2) * 5 + 100", executable);
    told("another child", cudaGraphExecChildGraphNodeSetParams(executable, node, other));
    launch("(1 + 1 + 2) * 6 + 100", executable);
    kernel_node(other, add, 1000);
    told("one of another form", cudaGraphExecChildGraphNodeSetParams(executable, node, other));
    launch("(1 + 1 + 2) * 6 + 100", executable);

    cudaGraphClone(&copy, graph);
    told("in the clone", cudaGraphNodeFindInClone(&found, last, copy));
    printf("another node: %d\n", found != last);
    told("not in it", cudaGraphNodeFindInClone(&found, nodes[0], graph));
    cudaGraphDestroyNode(node);
    cudaGraphGetEdges(graph, nullptr, nullptr, NO_DATA &count);
    printf("edges that are left: %zu\n", count);
    cudaGraphExecDestroy(executable);
    cudaGraphInstantiateWithFlags(&executable, copy, 0);
    launch("of the clone, (1 + 1 + 2) * 5 + 100", executable);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(copy);
    cudaGraphDestroy(graph);
    cudaGraphDestroy(other);
    capture();
    cudaFree(device);
    cudaStreamDestroy(stream);
    return 0;
}
