// Asynchronous copies of one word, to places that a template gives.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
template <int SIDE> struct Swizzled {
    int words[SIDE * SIDE];
    __device__ int *at(int row, int column) { return &words[row * SIDE + (column ^ (SIDE - 1 - row))]; }
};
extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ Swizzled<32> tile;
    dim3 corner(blockIdx.x * 32, blockIdx.y * 32);
    int x = threadIdx.x, y = threadIdx.y;
    __pipeline_memcpy_async(tile.at(y, x), &in[(corner.y + y) * size + corner.x + x], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    cooperative_groups::this_thread_block().sync();
    out[(corner.x + y) * size + corner.y + x] = *tile.at(x, y);
}
