// Nodes of graphs: memory that they allocate, parameters that change, dependencies that are added later; with an
// argument, what goes wrong with a graph's memory.
#include <cstdio>
#include <cstring>

enum { COUNT = 64, BYTES = COUNT * sizeof(int) };

__constant__ int offset;

__global__ void add(int *to, int value) {
    to[threadIdx.x] += value + offset;
}
__global__ void twice(int *to, const int *from) {
    to[threadIdx.x] = 2 * from[threadIdx.x];
}

static int host[COUNT], result[COUNT], *device;
static cudaStream_t stream;

static void told(const char *what, cudaError_t error) {
    printf("%s: %s\n", what, cudaGetErrorName(error));
    cudaGetLastError();
}

template <typename... T> static cudaKernelNodeParams kernel(void (*function)(T...), void **arguments) {
    cudaKernelNodeParams how = {};
    how.func = (void *)function;
    how.gridDim = dim3(1);
    how.blockDim = dim3(COUNT);
    how.kernelParams = arguments;
    return how;
}

static cudaMemsetParams memset_of(int *to, unsigned value) {
    cudaMemsetParams set = {};
    set.dst = to;
    set.value = value;
    set.elementSize = 4;
    set.width = COUNT;
    set.height = 1;
    return set;
}

static void count(void *context) {
    ++*(int *)context;
}
static void count_down(void *context) {
    --*(int *)context;
}

static cudaMemAllocNodeParams memory_of(size_t bytes) {
    cudaMemAllocNodeParams memory = {};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = bytes;
    return memory;
}

// memset to 3, add, double into memory of the graph's, copy that to the host.
static cudaGraph_t with_memory(bool frees, int **pointer) {
    cudaGraph_t graph;
    cudaGraphNode_t allocate, set, sum, product, copy, release;
    cudaMemAllocNodeParams memory = memory_of(BYTES);
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &memory);
    *pointer = (int *)memory.dptr;
    cudaMemsetParams three = memset_of(device, 3);
    cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &three);
    int one = 1;
    void *to_add[] = {&device, &one}, *to_double[] = {pointer, &device};
    cudaKernelNodeParams how = kernel(add, to_add), other = kernel(twice, to_double);
    cudaGraphAddKernelNode(&sum, graph, &set, 1, &how);
    cudaGraphNode_t both[] = {allocate, sum};
    cudaGraphAddKernelNode(&product, graph, both, 2, &other);
    cudaGraphAddMemcpyNode1D(&copy, graph, &product, 1, result, *pointer, BYTES, cudaMemcpyDeviceToHost);
    if (frees) cudaGraphAddMemFreeNode(&release, graph, &copy, 1, *pointer);
    return graph;
}

static void memory() {
    int *pointer;
    cudaGraph_t graph = with_memory(true, &pointer);
    cudaGraphExec_t executable;
    cudaGraphInstantiateWithFlags(&executable, graph, 0);
    for (int i = 0; i < 3; i++) told("launch", cudaGraphLaunch(executable, stream));
    cudaStreamSynchronize(stream);
    printf("a graph's memory: %d %d\n", result[0], result[COUNT - 1]);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);

    graph = with_memory(false, &pointer); // freed by the program, or by the next launch
    cudaGraphInstantiateWithFlags(&executable, graph, 0);
    cudaGraphLaunch(executable, stream);
    told("freed outside", cudaFreeAsync(pointer, stream));
    told("again", cudaGraphLaunch(executable, stream));
    cudaGraphExecDestroy(executable);
    cudaFree(pointer);
    cudaGraphInstantiateWithFlags(&executable, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
    cudaGraphLaunch(executable, stream);
    told("freed by the launch", cudaGraphLaunch(executable, stream));
    cudaFree(pointer);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);

    int *taken; // by a capture
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&taken, BYTES, stream);
    cudaMemsetAsync(taken, 0, BYTES, stream);
    add<<<1, COUNT, 0, stream>>>(taken, 7);
    cudaMemcpyAsync(result, taken, BYTES, cudaMemcpyDeviceToHost, stream);
    cudaFreeAsync(taken, stream);
    cudaStreamEndCapture(stream, &graph);
    size_t nodes = 0;
    cudaGraphGetNodes(graph, nullptr, &nodes);
    cudaGraphInstantiateWithFlags(&executable, graph, 0);
    cudaGraphLaunch(executable, stream);
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    printf("captured: %zu nodes, %d\n", nodes, result[5]);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
}

static cudaError_t update(cudaGraphExec_t executable, cudaGraph_t graph) {
#if CUDART_VERSION >= 12000
    cudaGraphExecUpdateResultInfo info;
    return cudaGraphExecUpdate(executable, graph, &info);
#else
    cudaGraphNode_t node;
    cudaGraphExecUpdateResult result;
    return cudaGraphExecUpdate(executable, graph, &node, &result);
#endif
}

static void changes() {
    cudaGraph_t graph, other;
    cudaGraphExec_t executable;
    cudaGraphNode_t set, variable, sum, copy, call;
    int value = 1, ten = 10, calls = 0;
    void *arguments[] = {&device, &value};
    cudaKernelNodeParams how = kernel(add, arguments);
    cudaMemsetParams to_set = memset_of(device, 100);
    cudaHostNodeParams to_call = {count, &calls};
    // added from the last one to the first one, and ordered afterwards
    cudaGraphCreate(&graph, 0);
    cudaGraphAddHostNode(&call, graph, nullptr, 0, &to_call);
    cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, result, device, BYTES, cudaMemcpyDeviceToHost);
    cudaGraphAddKernelNode(&sum, graph, nullptr, 0, &how);
    cudaGraphAddMemcpyNodeToSymbol(&variable, graph, nullptr, 0, offset, &ten, sizeof ten, 0, cudaMemcpyHostToDevice);
    cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &to_set);
    cudaGraphNode_t from[] = {set, variable, sum, copy}, to[] = {sum, sum, copy, call};
#if CUDART_VERSION >= 13000
    told("dependencies", cudaGraphAddDependencies(graph, from, to, nullptr, 4));
#else
    told("dependencies", cudaGraphAddDependencies(graph, from, to, 4));
#endif
    cudaGraphInstantiateWithFlags(&executable, graph, 0);
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    printf("in order: %d, %d call\n", result[3], calls);

    to_set.value = 0x01020304;
    cudaGraphExecMemsetNodeSetParams(executable, set, &to_set);
    cudaGraphExecMemcpyNodeSetParams1D(executable, copy, host, device, BYTES, cudaMemcpyDeviceToHost);
    to_call.fn = count_down;
    cudaGraphExecHostNodeSetParams(executable, call, &to_call);
    cudaGraphNodeSetEnabled(executable, sum, 0);
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    printf("changed: %x, %d calls\n", host[3], calls);

    cudaGraphClone(&other, graph);
    cudaGraphNode_t nodes[5];
    size_t node_count = 5;
    cudaGraphGetNodes(other, nodes, &node_count);
    to_set.value = 20;
    for (size_t i = 0; i < node_count; i++) {
        cudaGraphNodeType type;
        cudaGraphNodeGetType(nodes[i], &type);
        if (type == cudaGraphNodeTypeMemset) cudaGraphMemsetNodeSetParams(nodes[i], &to_set);
    }
    told("wrong type", cudaGraphMemsetNodeSetParams(call, &to_set));
    told("update", update(executable, other));
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    printf("updated: %d, %d calls\n", result[3], calls);
    cudaGraphDestroyNode(nodes[0]);
    told("another topology", update(executable, other));
    cudaGraphDestroy(other);
    cudaGraphExecDestroy(executable);
#if CUDART_VERSION >= 13000
    cudaGraphAddDependencies(graph, &call, &set, nullptr, 1);
#else
    cudaGraphAddDependencies(graph, &call, &set, 1);
#endif
    told("in a circle", cudaGraphInstantiateWithFlags(&executable, graph, 0));
    cudaGraphDestroy(graph);
}

int main(int argc, char **argv) {
    cudaMalloc(&device, BYTES);
    cudaStreamCreate(&stream);
    if (argc == 1) {
        memory();
        changes();
    } else {
        int *pointer;
        cudaGraph_t graph = with_memory(strcmp(argv[1], "stale") == 0, &pointer);
        cudaGraphExec_t executable;
        cudaGraphInstantiateWithFlags(&executable, graph, 0);
        cudaGraphLaunch(executable, stream);
        if (strcmp(argv[1], "twice") == 0) told("again", cudaGraphLaunch(executable, stream));
        if (strcmp(argv[1], "stale") == 0) twice<<<1, COUNT, 0, stream>>>(device, pointer); // what the graph has freed
        if (strcmp(argv[1], "freed") == 0) {
            cudaFree(pointer);
            told("freed twice", cudaFree(pointer));
        }
        cudaStreamSynchronize(stream);
        cudaGraphExecDestroy(executable);
        cudaGraphDestroy(graph);
    }
    cudaStreamDestroy(stream);
    cudaFree(device);
    return 0;
}
