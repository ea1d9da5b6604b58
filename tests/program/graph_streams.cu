// A graph runs in the stream that it is launched in: those that it was captured from may be gone, and to wait for another
// one is not to wait for it. Argument: which stream the host waits for.
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { COUNT = 256 };

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error = (call);                                                                                    \
        if (error != cudaSuccess) return printf("line %d: %s\n", __LINE__, cudaGetErrorName(error)), 1;                \
    } while (0)

__global__ void square(const int *from, int *to) {
    to[threadIdx.x] += from[threadIdx.x] * from[threadIdx.x];
}

int main(int, char **words) {
    int *host, *from, *to;
    cudaStream_t first, second, launched, other;
    cudaEvent_t forked, joined;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaMallocHost(&host, COUNT * sizeof *host));
    CHECK(cudaMalloc(&from, COUNT * sizeof *from));
    CHECK(cudaMalloc(&to, COUNT * sizeof *to));
    for (int i = 0; i < COUNT; i++) host[i] = i;
    CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&launched, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&forked));
    CHECK(cudaEventCreate(&joined));

    CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    CHECK(cudaEventRecord(forked, first));
    CHECK(cudaStreamWaitEvent(second, forked, 0));
    CHECK(cudaMemsetAsync(to, 0, COUNT * sizeof *to, second));
    CHECK(cudaEventRecord(joined, second));
    CHECK(cudaMemcpyAsync(from, host, COUNT * sizeof *from, cudaMemcpyHostToDevice, first));
    CHECK(cudaStreamWaitEvent(first, joined, 0));
    square<<<1, COUNT, 0, first>>>(from, to);
    CHECK(cudaMemcpyAsync(host, to, COUNT * sizeof *to, cudaMemcpyDeviceToHost, first));
    CHECK(cudaStreamEndCapture(first, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));

    CHECK(cudaGraphLaunch(exec, launched));
    CHECK(cudaStreamSynchronize(strcmp(words[1], "other") == 0 ? other : launched));
    int wrong = 0;
    for (int i = 0; i < COUNT; i++) wrong += host[i] != i * i;
    printf("%d wrong\n", wrong);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaEventDestroy(forked));
    CHECK(cudaEventDestroy(joined));
    CHECK(cudaStreamDestroy(launched));
    CHECK(cudaStreamDestroy(other));
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
    CHECK(cudaFreeHost(host));
}
