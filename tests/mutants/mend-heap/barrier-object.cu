// verdict: missed - the block waits a fourth time, at a barrier object
#include <cuda_awbarrier_primitives.h>
__device__ void wait_at(__mbarrier_t *object)
{
    __mbarrier_token_t token = __mbarrier_arrive(object);
    while (!__mbarrier_test_wait(object, token))
        ;
}
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    __shared__ __mbarrier_t object;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    if (t == 0) {
        list = (int *)malloc(size * sizeof(int));
        __mbarrier_init(&object, size);
    }
    __syncthreads();
    if (list == nullptr)
        return;
    wait_at(&object);
    list[size - 1 - t] = in[first + t];
    __syncthreads();
    out[first + t] = list[t] * t;
    __syncthreads();
    if (t == 0)
        free(list);
}
