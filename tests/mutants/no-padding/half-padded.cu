// verdict: missed - half a padded tile at a time, with a third wait at a barrier object
#include <cuda_awbarrier_primitives.h>
extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[16][33];
    __shared__ __mbarrier_t object;
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    int to_x = blockIdx.y * 32 + tx, to_y = blockIdx.x * 32 + ty;
    if (tx + ty == 0)
        __mbarrier_init(&object, 1024);
    int mine = in[y * size + x], got = 0;
    if (ty < 16)
        tile[ty][tx] = mine;
    __syncthreads();
    if (tx < 16)
        got = tile[tx][ty];
    __mbarrier_token_t token = __mbarrier_arrive(&object);
    while (!__mbarrier_test_wait(&object, token))
        ;
    if (ty >= 16)
        tile[ty - 16][tx] = mine;
    __syncthreads();
    if (tx >= 16)
        got = tile[tx - 16][ty];
    out[to_y * size + to_x] = got;
}
