// What calls answer after a kernel broke the context: the argument says by what.
//
// ../hardware/runtime_calls_h200.txt is what an H200 answers.
#include "calls.h"

__device__ int variable[4];

__global__ void far_store(int *out, size_t i) {
    out[i] = 1;
}
__global__ void traps() {
    asm volatile("trap;");
}
__global__ void asserts(int x) {
    assert(x == 0);
}

int main(int argc, char **argv) {
    const char *which = begin(argc, argv);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaEvent_t event;
    cudaEventCreate(&event);
    if (!strcmp(which, "far")) far_store<<<1, 1>>>(device, (size_t)1 << 40);
    if (!strcmp(which, "misaligned")) far_store<<<1, 1>>>((int *)((char *)device + 1), 0);
    if (!strcmp(which, "trap")) traps<<<1, 1>>>();
    if (!strcmp(which, "assert")) asserts<<<1, 1>>>(1);
    if (!strcmp(which, "query")) {
        far_store<<<1, 1>>>(device, (size_t)1 << 40);
        while (cudaStreamQuery(0) == cudaErrorNotReady) {}
        ASK(cudaStreamQuery(0));
    }
    ASK(cudaGetLastError());
    ASK(cudaDeviceSynchronize());
    ASK(cudaPeekAtLastError());
    ASK(cudaGetLastError());
    ASK(cudaGetLastError());
    ASK(cudaPeekAtLastError());
    ASK(cudaDeviceSynchronize());
    ASK(cudaPeekAtLastError());
    void *p;
    ASK(cudaMalloc(&p, 4));
    ASK(cudaFree(device));
    ASK(cudaMemcpy(device, pageable, 4, cudaMemcpyHostToDevice));
    ASK(cudaMemset(device, 0, 4));
    fill<<<1, 32>>>(device);
    ASK(cudaGetLastError());
    fill<<<1, 2048>>>(device);
    ASK(cudaGetLastError());
    ASK(cudaStreamCreate(&s));
    ASK(cudaEventCreate(&event));
    ASK(cudaEventRecord(event));
    ASK(cudaEventQuery(event));
    int n;
    cudaDeviceProp prop;
    ASK(cudaGetDevice(&n));
    ASK(cudaSetDevice(0));
    ASK(cudaGetDeviceCount(&n));
    ASK(cudaGetDeviceProperties(&prop, 0));
    ASK(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0));
    ASK(cudaRuntimeGetVersion(&n));
    ASK(cudaDriverGetVersion(&n));
    ASK(cudaMallocHost(&p, 4));
    ASK(cudaFreeHost(pinned));
    ASK(cudaHostAlloc(&p, 4, 0));
    ASK(cudaMallocManaged(&p, 4));
    size_t size, total;
    ASK(cudaMemGetInfo(&size, &total));
    cudaFuncAttributes attributes;
    ASK(cudaFuncGetAttributes(&attributes, fill));
    ASK(cudaDeviceGetLimit(&size, cudaLimitStackSize));
    ASK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, fill, 32, 0));
    cudaPointerAttributes a;
    ASK(cudaPointerGetAttributes(&a, device));
    ASK(cudaMemcpyToSymbol(variable, pageable, 4));
    ASK(cudaDeviceReset());
    ASK(cudaGetLastError());
    ASK(cudaMalloc(&device, 4096));
    fill<<<1, 32>>>(device);
    ASK(cudaGetLastError());
    ASK(cudaDeviceSynchronize());
    return 0;
}
