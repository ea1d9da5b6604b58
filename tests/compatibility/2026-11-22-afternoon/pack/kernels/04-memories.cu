#include <cuda_pipeline.h>

__constant__ float weights[3];
__device__ unsigned int blurred;

/* One row of an image, blurred: the texture reads past both ends, the weights come from constant memory. */
extern "C" __global__ void blur_row(cudaTextureObject_t image, float *out, int width, int row) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    float sum = 0;
    for (int i = 0; i < 3; i++) sum += weights[i] * tex2D<float>(image, x + i - 0.5f, row + 0.5f);
    out[x] = sum;
    atomicAdd(&blurred, 1u);
}

/* Tile after tile: the next one is on its way while this one is added up. */
extern "C" __global__ void add_tiles(const float *in, float *out, int tiles) {
    __shared__ float tile[2][128];
    float sum = 0;
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    for (int i = 0; i < tiles; i++) {
        if (i + 1 < tiles) __pipeline_memcpy_async(&tile[(i + 1) % 2][threadIdx.x], &in[128 * (i + 1) + threadIdx.x], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[i % 2][127 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
