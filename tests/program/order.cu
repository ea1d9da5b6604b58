// What the host waits for before it reads memory that kernels write: with the right wait nothing is found.
#include <cstdio>
#include <cstring>

enum { COUNT = 32, BYTES = 4096 };

__global__ void fill(int *out) {
    out[threadIdx.x] = threadIdx.x;
}

static int *shared;
static cudaStream_t one, other;
static cudaEvent_t event;

static void see(void *context) {
    printf("%s: %d\n", (const char *)context, shared[5]);
}

static void right() {
    fill<<<1, COUNT, 0, one>>>(shared);
    cudaLaunchHostFunc(one, see, (void *)"in the stream");
    while (cudaStreamQuery(one) != cudaSuccess) continue;
    see((void *)"asked until it was done");
    fill<<<1, COUNT, 0, one>>>(shared);
    cudaStreamSynchronize(one);
    see((void *)"waited for the stream");
    fill<<<1, COUNT, 0, one>>>(shared);
    fill<<<1, COUNT>>>(shared + COUNT);
    fill<<<1, COUNT, 0, other>>>(shared + 2 * COUNT);
    cudaStreamSynchronize(other); // which waited for the default stream, which waited for the first one
    see((void *)"by way of the default stream");
    fill<<<1, COUNT, 0, one>>>(shared);
    cudaEventRecord(event, one);
    cudaStreamWaitEvent(other, event, 0);
    cudaStreamSynchronize(other);
    see((void *)"by way of an event");
    fill<<<1, COUNT, 0, one>>>(shared);
    fill<<<1, COUNT, 0, other>>>(shared + COUNT);
    cudaStreamSynchronize(one);
    see((void *)"its own part");
    cudaStreamSynchronize(other);
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
    fill<<<1, COUNT, 0, one>>>(shared);
    cudaLaunchHostFunc(one, see, (void *)"in a graph");
    cudaStreamEndCapture(one, &graph);
    cudaGraphInstantiateWithFlags(&executable, graph, 0);
    cudaGraphLaunch(executable, other);
    cudaStreamSynchronize(other);
    see((void *)"behind a graph");
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
}

static void errors() {
    float milliseconds;
    cudaEvent_t untimed;
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    cudaEventRecord(untimed);
    printf("no times: %s\n", cudaGetErrorName(cudaEventElapsedTime(&milliseconds, untimed, untimed)));
    cudaEventDestroy(untimed);
    int *device;
    cudaMalloc(&device, BYTES);
    cudaMemset(device, 1, BYTES);
    printf("to itself: %s\n", cudaGetErrorName(cudaMemcpyPeer(device, 0, device + 64, 0, 64)));
    printf("to no other: %s\n", cudaGetErrorName(cudaMemcpyPeer(device, 1, device + 64, 0, 64)));
    printf("no access: %s\n", cudaGetErrorName(cudaDeviceDisablePeerAccess(1)));
    cudaFree(device);
    cudaGetLastError();
}

int main(int argc, char **argv) {
    cudaStreamCreate(&one);
    cudaStreamCreate(&other);
    cudaEventCreate(&event);
    cudaMallocManaged(&shared, BYTES);
    if (argc == 1)
        right();
    else if (strcmp(argv[1], "errors") == 0)
        errors();
    else if (strcmp(argv[1], "stream") == 0) {
        fill<<<1, COUNT, 0, one>>>(shared);
        cudaStreamSynchronize(other);
        see((void *)"waited for another stream");
    } else {
        int *pinned;
        cudaMallocHost(&pinned, BYTES);
        fill<<<1, COUNT>>>(pinned);
        printf("not waited for: %d\n", pinned[5]);
        cudaFreeHost(pinned);
    }
    cudaDeviceSynchronize();
    cudaFree(shared);
    cudaEventDestroy(event);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    return 0;
}
