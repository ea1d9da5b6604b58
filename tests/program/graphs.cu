// Graphs: captured from streams, made of nodes, changed, and the mistakes that CUDA refuses.
#include <cstdio>

enum { COUNT = 256 };

__global__ void add(int *to, int value) {
    to[threadIdx.x] += value;
}

static int *host, *device;
static cudaStream_t stream, other;

static void show(const char *what) {
    cudaStreamSynchronize(stream);
    cudaMemcpy(host, device, COUNT * sizeof *host, cudaMemcpyDeviceToHost);
    printf("%s: %d %d\n", what, host[0], host[COUNT - 1]);
}

static void told(const char *what, cudaError_t error) {
    printf("%s: %s\n", what, cudaGetErrorName(error));
    cudaGetLastError();
}

static void called(void *context) {
    ++*(int *)context;
}

// Two streams: the second joins by an event, and is waited for by another.
static void captured() {
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaEvent_t forked, joined;
    int calls = 0;
    cudaEventCreate(&forked);
    cudaEventCreate(&joined);
    cudaMemset(device, 0, COUNT * sizeof *device);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<1, COUNT, 0, stream>>>(device, 1);
    cudaEventRecord(forked, stream);
    cudaStreamWaitEvent(other, forked, 0);
    add<<<1, COUNT, 0, other>>>(device, 2);
    cudaEventRecord(joined, other);
    cudaStreamWaitEvent(stream, joined, 0);
    cudaLaunchHostFunc(stream, called, &calls);
    cudaStreamCaptureStatus status;
    cudaStreamIsCapturing(other, &status);
    told("captured", cudaStreamEndCapture(stream, &graph));
    size_t nodes = 0;
    cudaGraphGetNodes(graph, nullptr, &nodes);
    show("nothing has run");
    cudaGraphInstantiateWithFlags(&executable, graph, 0);
    for (int i = 0; i < 10; i++) cudaGraphLaunch(executable, stream);
    show("ten launches");
    printf("%zu nodes, status %d, %d calls\n", nodes, (int)status, calls);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaEventDestroy(forked);
    cudaEventDestroy(joined);
}

static void made() {
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaGraphNode_t clear, kernel, copy;
    cudaMemsetParams all = {};
    all.dst = device;
    all.elementSize = 4;
    all.width = COUNT;
    all.height = 1;
    int value = 5, changed = 7;
    void *arguments[] = {&device, &value}, *others[] = {&device, &changed};
    cudaKernelNodeParams how = {};
    how.func = (void *)add;
    how.gridDim = dim3(1);
    how.blockDim = dim3(COUNT);
    how.kernelParams = arguments;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &all);
    cudaGraphAddKernelNode(&kernel, graph, &clear, 1, &how);
    cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, host, device, COUNT * sizeof *host, cudaMemcpyDeviceToHost);
    cudaGraphInstantiateWithFlags(&executable, graph, 0);
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    printf("made of nodes: %d\n", host[7]);
    how.kernelParams = others;
    cudaGraphExecKernelNodeSetParams(executable, kernel, &how);
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    printf("changed: %d\n", host[7]);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
}

static void mistakes() {
    cudaGraph_t graph;
    cudaEvent_t event;
    cudaEventCreate(&event);
    told("the default stream", cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
    told("no capture", cudaStreamEndCapture(stream, &graph));
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    told("waits", cudaStreamSynchronize(stream));
    told("broken", cudaStreamEndCapture(stream, &graph));
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<1, COUNT>>>(device, 1);
    told("another stream was meant", cudaGetLastError());
    cudaStreamEndCapture(stream, &graph);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(other, event, 0);
    add<<<1, COUNT, 0, other>>>(device, 1);
    told("not joined", cudaStreamEndCapture(stream, &graph));
    cudaEventDestroy(event);
}

int main() {
    cudaMallocHost(&host, COUNT * sizeof *host);
    cudaMalloc(&device, COUNT * sizeof *device);
    cudaStreamCreate(&stream);
    cudaStreamCreate(&other);
    captured();
    made();
    mistakes();
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    cudaFree(device);
    cudaFreeHost(host);
    return 0;
}
