// Handles of graphs and nodes that were destroyed, and cycles within child graphs.
#include <cstdio>

#if CUDART_VERSION >= 13000
#define NO_DATA nullptr,
#else
#define NO_DATA
#endif

__global__ void add(int *to, int value) {
    *to += value;
}

static int *device;

static void told(const char *what, cudaError_t error) {
    printf("%s: %s\n", what, cudaGetErrorName(error));
    cudaGetLastError();
}

static cudaError_t try_kernel(cudaGraphNode_t *node, cudaGraph_t graph, int value, cudaGraphNode_t after) {
    void *arguments[] = {&device, &value};
    cudaKernelNodeParams how = {};
    how.func = (void *)add;
    how.gridDim = how.blockDim = dim3(1);
    how.kernelParams = arguments;
    return cudaGraphAddKernelNode(node, graph, &after, after != nullptr, &how);
}

static cudaGraphNode_t kernel_node(cudaGraph_t graph, int value, cudaGraphNode_t after = nullptr) {
    cudaGraphNode_t node;
    try_kernel(&node, graph, value, after);
    return node;
}

static cudaError_t depend(cudaGraph_t graph, cudaGraphNode_t from, cudaGraphNode_t to) {
    return cudaGraphAddDependencies(graph, &from, &to, NO_DATA 1);
}

// Launches what is made of it, and destroys that.
static void instantiate(const char *what, cudaGraph_t graph) {
    cudaGraphExec_t executable;
    int result = 0;
    cudaError_t error = cudaGraphInstantiateWithFlags(&executable, graph, 0);
    told(what, error);
    if (error != cudaSuccess) return;
    cudaMemcpy(device, &result, sizeof result, cudaMemcpyHostToDevice);
    cudaGraphLaunch(executable, 0);
    cudaMemcpy(&result, device, sizeof result, cudaMemcpyDeviceToHost);
    printf("it adds %d\n", result);
    cudaGraphExecDestroy(executable);
}

static void nodes() {
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t first = kernel_node(graph, 1), second = kernel_node(graph, 10, first), third, list[4];
    cudaGraphNodeType type;
    size_t count = 4;
    told("destroyed", cudaGraphDestroyNode(first));
    told("once more", cudaGraphDestroyNode(first));
    told("its type", cudaGraphNodeGetType(first, &type));
    told("its dependencies", cudaGraphNodeGetDependencies(first, list, NO_DATA &count));
    told("after it", try_kernel(&third, graph, 100, first));
    told("an edge from it", depend(graph, first, second));
    told("a graph as a node", cudaGraphDestroyNode((cudaGraphNode_t)graph));
    told("an address of nothing", cudaGraphDestroyNode((cudaGraphNode_t)0x1234));
    told("after the other one", try_kernel(&third, graph, 100, second));
    instantiate("what is left", graph);
    told("the graph", cudaGraphDestroy(graph));
    told("once more", cudaGraphDestroy(graph));
    told("a node of it", cudaGraphDestroyNode(second));
    told("no graph", cudaGraphDestroy((cudaGraph_t)0x1234));
}

static void executables() {
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaGraphCreate(&graph, 0);
    kernel_node(graph, 1);
    cudaGraphInstantiateWithFlags(&executable, graph, 0);
    cudaGraphDestroy(graph);
    told("launched after its graph", cudaGraphLaunch(executable, 0));
    cudaGraphExecDestroy(executable);
    told("launched when destroyed", cudaGraphLaunch(executable, 0));
}

static void cycles() {
    cudaGraph_t outer, middle, inner, within, innermost, clone;
    cudaGraphCreate(&outer, 0);
    cudaGraphCreate(&middle, 0);
    cudaGraphCreate(&inner, 0);
    kernel_node(inner, 10, kernel_node(inner, 1));
    cudaGraphNode_t node, nodes[2];
    size_t count = 2;
    cudaGraphAddChildGraphNode(&node, middle, nullptr, 0, inner);
    cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, middle);
    cudaGraphChildGraphNodeGetGraph(node, &within);
    cudaGraphGetNodes(within, nodes, &count);
    cudaGraphChildGraphNodeGetGraph(nodes[0], &innermost);
    count = 2;
    cudaGraphGetNodes(innermost, nodes, &count);
    instantiate("without a cycle", outer);
    told("a cycle", depend(innermost, nodes[1], nodes[0]));
    instantiate("in a child's child", outer);
    told("a clone", cudaGraphClone(&clone, outer));
    told("as a child", cudaGraphAddChildGraphNode(&node, middle, nullptr, 0, outer));
    told("a child graph by itself", cudaGraphDestroy(innermost));
    told("a node of the cycle", cudaGraphDestroyNode(nodes[0]));
    instantiate("with the other one", outer);
    cudaGraphDestroy(outer);
    cudaGraphDestroy(middle);
    cudaGraphDestroy(inner);
}

int main() {
    cudaMalloc(&device, sizeof *device);
    cudaMemset(device, 0, sizeof *device);
    nodes();
    executables();
    cycles();
    cudaFree(device);
    return 0;
}
