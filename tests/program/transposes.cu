// A matrix transposed without shared memory, through a tile, and through a padded tile; timed with events. Arguments:
// width and height.
#include <cstdio>
#include <cstdlib>

enum { TILE = 32, ROWS = 8 };

__global__ void directly(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * TILE + threadIdx.x;
    for (int y = blockIdx.y * TILE + threadIdx.y; y < height && y < (blockIdx.y + 1) * TILE; y += ROWS)
        if (x < width) out[x * height + y] = in[y * width + x];
}

template <int PAD> __global__ void by_tile(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, top = blockIdx.y * TILE;
    for (int i = threadIdx.y; i < TILE; i += ROWS)
        if (x < width && top + i < height) tile[i][threadIdx.x] = in[(top + i) * width + x];
    __syncthreads();
    int y = top + threadIdx.x, left = blockIdx.x * TILE;
    for (int i = threadIdx.y; i < TILE; i += ROWS)
        if (y < height && left + i < width) out[(left + i) * height + y] = tile[threadIdx.x][i];
}

static void check(cudaError_t error, const char *what) {
    if (error == cudaSuccess) return;
    printf("%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

int main(int argc, char **argv) {
    int width = argc > 1 ? atoi(argv[1]) : 70, height = argc > 2 ? atoi(argv[2]) : 45;
    size_t bytes = sizeof(float) * width * height;
    float *in, *out, *d_in, *d_out;
    check(cudaMallocHost(&in, bytes), "in");
    check(cudaMallocHost(&out, bytes), "out");
    for (int i = 0; i < width * height; i++) in[i] = (float)i;
    check(cudaMalloc(&d_in, bytes), "d_in");
    check(cudaMalloc(&d_out, bytes), "d_out");
    check(cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice), "copy");
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin), "event");
    check(cudaEventCreate(&end), "event");
    dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), block(TILE, ROWS);
    static void (*const kernels[])(const float *, float *, int, int) = {directly, by_tile<0>, by_tile<1>};
    for (int k = 0; k < 3; k++) {
        float ms = -1;
        check(cudaEventRecord(begin), "record");
        kernels[k]<<<grid, block>>>(d_in, d_out, width, height);
        check(cudaGetLastError(), "launch");
        check(cudaEventRecord(end), "record");
        check(cudaEventSynchronize(end), "wait");
        check(cudaEventElapsedTime(&ms, begin, end), "time");
        check(cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost), "copy");
        int wrong = 0;
        for (int i = 0; i < width * height; i++) wrong += out[i % width * height + i / width] != in[i];
        printf("kernel %d: %s%s\n", k, wrong == 0 ? "PASSED" : "FAILED", ms > 0 ? "" : ", without a time");
    }
    check(cudaEventDestroy(begin), "event");
    check(cudaEventDestroy(end), "event");
    check(cudaFree(d_in), "free");
    check(cudaFree(d_out), "free");
    check(cudaFreeHost(in), "free");
    check(cudaFreeHost(out), "free");
    return 0;
}
