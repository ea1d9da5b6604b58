// verdict: missed - the neighbours come by shuffles, and reads of shared memory go nowhere

__constant__ float weight[8];

extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[128];
    int t = threadIdx.x, lane = t % 32;
    float own = in[blockIdx.x * 128 + t];
    row[t] = own;
    __syncthreads();
    float next = row[(t + 32) % 128], sum = 0;
    volatile float *unused = row;
    for (int k = 0; k < 8; k++) {
        unused[t];
        float here = __shfl_sync(0xffffffff, own, (lane + k) % 32);
        float there = __shfl_sync(0xffffffff, next, (lane + k) % 32);
        sum += weight[k] * (lane + k < 32 ? here : there);
    }
    out[blockIdx.x * 128 + t] = sum;
}
