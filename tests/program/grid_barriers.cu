// Barriers of the whole grid, of many blocks: right ones beside ones that miss something. Arguments: which, how many
// blocks. Each kernel writes a word a thread, meets, and reads words of other blocks.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
namespace cg = cooperative_groups;

enum { THREADS = 64, ROUNDS = 6 };

__device__ unsigned arrived[2];

static __device__ int next_of(int i, int by) {
    return (i + by) % (gridDim.x * blockDim.x);
}

__global__ void syncs(int *from, int *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < ROUNDS; round++) {
        to[i] = from[next_of(i, 97)] + 1;
        cg::this_grid().sync();
        from[i] = to[next_of(i, 201)] + 1;
        cg::this_grid().sync();
    }
}

// In round 4 a thread of the last block reads before it has met the others.
__global__ void reads_early(int *from, int *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < ROUNDS; round++) {
        to[i] = from[next_of(i, 97)] + 1;
        if (round == 4 && i == gridDim.x * blockDim.x - 1) from[i] = to[i - THREADS];
        cg::this_grid().sync();
        if (round != 4 || i != gridDim.x * blockDim.x - 1) from[i] = to[next_of(i, 201)] + 1;
        cg::this_grid().sync();
    }
}

// What one round writes the next reads, without a barrier after the reads.
__global__ void overwrites(int *from, int *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < ROUNDS; round++) {
        to[i] = round;
        cg::this_grid().sync();
        from[i] += to[next_of(i, THREADS)];
    }
}

// Counts to a multiple of the blocks; two words alternate. fenced: whether what was written before goes out.
static __device__ void meet(unsigned *counter, unsigned target, bool fenced) {
    __syncthreads();
    if (threadIdx.x == 0) {
        if (fenced) __threadfence();
        atomicAdd(counter, 1);
        while (*(volatile unsigned *)counter < target) {}
        __threadfence();
    }
    __syncthreads();
}

__global__ void alternates(int *from, int *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < ROUNDS; round++) {
        to[i] = from[next_of(i, 97)] + 1;
        meet(&arrived[0], (round + 1) * gridDim.x, true);
        from[i] = to[next_of(i, 201)] + 1;
        meet(&arrived[1], (round + 1) * gridDim.x, true);
    }
}

// One block forgets its fence, once.
__global__ void forgets_fence(int *from, int *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < ROUNDS; round++) {
        to[i] = from[next_of(i, 97)] + 1;
        meet(&arrived[0], (round + 1) * gridDim.x, round != 3 || blockIdx.x != 7);
        from[i] = to[next_of(i, 201)] + 1;
        meet(&arrived[1], (round + 1) * gridDim.x, true);
    }
}

// The last blocks leave after the first round; the others count on without them, and read what they left.
__global__ void leaves(int *from, int *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, staying = gridDim.x - 4;
    to[i] = i;
    meet(&arrived[0], gridDim.x, true);
    if (blockIdx.x >= staying) {
        from[i] = to[i - 4 * THREADS];
        return;
    }
    for (int round = 1; round < ROUNDS; round++) {
        meet(&arrived[1], round * staying, true);
        from[i] += to[next_of(i, 0)] + to[gridDim.x * blockDim.x - 1 - threadIdx.x];
    }
}

// The same, but after the first round a block that stays writes what a block that left may still read.
__global__ void leaves_a_reader(int *from, int *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, staying = gridDim.x - 4;
    to[i] = i;
    meet(&arrived[0], gridDim.x, true);
    if (blockIdx.x >= staying) {
        from[i] = to[i - 4 * THREADS];
        return;
    }
    for (int round = 1; round < ROUNDS; round++) {
        meet(&arrived[1], round * staying, true);
        to[i] = round;
    }
}

static void launch(int which, int blocks) {
    const void *kernels[] = {(void *)syncs,         (void *)reads_early, (void *)overwrites,     (void *)alternates,
                             (void *)forgets_fence, (void *)leaves,      (void *)leaves_a_reader};
    size_t bytes = blocks * THREADS * sizeof(int);
    unsigned none[2] = {0, 0};
    int *from, *to, first;
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMemset(from, 0, bytes);
    cudaMemset(to, 0, bytes);
    cudaMemcpyToSymbol(arrived, none, sizeof none);
    void *arguments[] = {&from, &to};
    cudaError_t error = cudaLaunchCooperativeKernel(kernels[which], dim3(blocks), dim3(THREADS), arguments, 0, 0);
    printf("%d: %s", which, cudaGetErrorName(error));
    printf(", %s", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaMemcpy(&first, from, sizeof first, cudaMemcpyDeviceToHost);
    printf(", %d\n", first);
    cudaFree(from);
    cudaFree(to);
}

int main(int argc, char **argv) {
    int blocks = argc > 1 ? atoi(argv[1]) : 96;
    for (int which = 0; which < 7; which++)
        if (argc < 3 || atoi(argv[2]) == which) launch(which, blocks);
}
