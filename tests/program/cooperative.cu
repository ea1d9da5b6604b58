// Blocks that run at the same time: grid.sync(), and flags that a block waits for. Arguments: which, how many blocks.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
namespace cg = cooperative_groups;

enum { THREADS = 64, COUNT = 1024 };

// Each round adds to each element its neighbour: after five, element i is 32 i + 80 where nothing wraps round.
__global__ void rounds(int *from, int *to, int count) {
    cg::grid_group grid = cg::this_grid();
    for (int round = 0; round < count; round++) {
        for (int i = grid.thread_rank(); i < COUNT; i += grid.size()) to[i] = from[i] + from[(i + 1) % COUNT];
        grid.sync();
        int *kept = from;
        from = to;
        to = kept;
    }
}

__global__ void one_block_leaves(int *from, int *to, int count) {
    if (blockIdx.x != 3) cg::this_grid().sync();
    if (blockIdx.x * blockDim.x + threadIdx.x == 0) to[0] = from[0] + count;
}

__global__ void syncs_too_late(int *from, int *to, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    from[i] = count;
    __syncthreads();
    to[i] = from[(i + 1) % COUNT];
    cg::this_grid().sync();
}

// The first block waits for the last.
__global__ void waits_for_last(int *from, int *flag, int count) {
    if (threadIdx.x != 0) return;
    volatile int *seen = flag;
    if (blockIdx.x == gridDim.x - 1) {
        from[0] = count;
        __threadfence();
        *seen = 1;
    }
    if (blockIdx.x == 0) {
        while (*seen != 1) {}
        __threadfence();
        from[1] = from[0] + 1;
    }
}

// Every second block waits for the one after it.
__device__ void pair(int *data, int *flags, bool fenced) {
    volatile int *flag = flags + blockIdx.x / 2;
    if (threadIdx.x != 0) return;
    if (blockIdx.x % 2 == 1) {
        data[blockIdx.x] = blockIdx.x;
        if (fenced) __threadfence();
        *flag = 1;
    } else {
        while (*flag != 1) {}
        if (fenced) __threadfence();
        data[blockIdx.x] = data[blockIdx.x + 1] + 1;
    }
}

__global__ void pairs(int *data, int *flags, int) {
    pair(data, flags, true);
}

__global__ void last_pairs_unfenced(int *data, int *flags, int) {
    pair(data, flags, blockIdx.x < gridDim.x - 8);
}

// Where not all blocks have room at once, those that wait for the last one leave it none.
__global__ void all_wait_for_last(int *, int *flag, int) {
    volatile int *seen = flag;
    if (blockIdx.x == gridDim.x - 1) *seen = 1;
    while (*seen != 1) {}
}

// A multiprocessor has room for one block.
static void launch_large(int which, int blocks, int *from, int *to) {
    void (*const kernels[])(int *, int *, int) = {pairs, last_pairs_unfenced, all_wait_for_last};
    int bytes = 160 * 1024;
    cudaFuncSetAttribute(kernels[which], cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernels[which]<<<blocks, 32, bytes>>>(from, to, 0);
}

static void launch(int which, int blocks) {
    int count = 5, host[COUNT], *from, *to;
    for (int i = 0; i < COUNT; i++) host[i] = i;
    cudaMalloc(&from, sizeof host);
    cudaMalloc(&to, sizeof host);
    cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(to, 0, sizeof host);
    void *arguments[] = {&from, &to, &count};
    const void *kernels[] = {(void *)rounds, (void *)syncs_too_late, (void *)one_block_leaves};
    cudaError_t error = cudaSuccess;
    if (which < 3)
        error = cudaLaunchCooperativeKernel(kernels[which], dim3(blocks), dim3(THREADS), arguments, 0, 0);
    else if (which == 3)
        waits_for_last<<<blocks, THREADS>>>(from, to, count);
    else if (which >= 5)
        launch_large(which - 5, blocks, from, to);
    else
        rounds<<<blocks, THREADS>>>(from, to, count);
    printf("%d: %s", which, cudaGetErrorName(error));
    printf(", %s", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaMemcpy(host, which == 0 ? to : from, sizeof host, cudaMemcpyDeviceToHost);
    printf(", %d %d %d\n", host[0], host[1], host[100]);
    cudaFree(from);
    cudaFree(to);
    cudaGetLastError();
}

int main(int argc, char **argv) {
    int blocks = argc > 2 ? atoi(argv[2]) : COUNT / THREADS;
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    printf("%s, %d multiprocessors\n", device.name, device.multiProcessorCount);
    if (argc > 1) {
        launch(atoi(argv[1]), blocks);
        return 0;
    }
    launch(0, blocks);
    launch(0, device.multiProcessorCount * 32 + 1);
    launch(1, blocks);
    launch(3, blocks);
    return 0;
}
