// Asynchronous copies, and a scan of the warps' counts by the first warp.
#include <cuda_pipeline.h>
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int numbers[256], kept[256], before[8];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5, first = blockIdx.x << 8;
    __pipeline_memcpy_async(&numbers[t], &in[first + t], sizeof(int));
    __pipeline_commit();
    kept[t] = 0;
    __pipeline_wait_prior(0);
    const bool positive = numbers[t] > 0;
    const unsigned bits = __ballot_sync(~0u, positive);
    if (lane == 0)
        before[warp] = __popc(bits);
    __syncthreads();
    if (warp == 0) {
        int mine = lane < 8 ? before[lane] : 0, sum = mine;
        for (int step = 1; step < 8; step *= 2) {
            int left = __shfl_up_sync(~0u, sum, step);
            if (lane >= step)
                sum += left;
        }
        if (lane < 8)
            before[lane] = sum - mine;
    }
    __syncthreads();
    if (positive)
        kept[before[warp] + __popc(bits & ((1u << lane) - 1))] = numbers[t];
    __syncthreads();
    out[first + t] = kept[t];
}
