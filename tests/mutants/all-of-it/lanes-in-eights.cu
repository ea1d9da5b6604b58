// verdict: missed - each eight lanes walk through a stretch of their own
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int sum;
    int t = threadIdx.x, threads = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + t, mine = 0;
    if (t == 0)
        sum = 0;
    __syncthreads();
    int eights = threads / 8, each = n / 8 / eights;
    for (int k = 0; k < each; k++)
        mine += in[(me / 8 * each + k) * 8 + me % 8];
    for (int i = eights * each * 8 + me; i < n; i += threads)
        mine += in[i];
    mine = __reduce_add_sync(0xffffffff, (unsigned)mine);
    if (t % 32 == 0)
        atomicAdd(&sum, mine);
    __syncthreads();
    if (t == 0)
        atomicAdd(out, sum);
}
