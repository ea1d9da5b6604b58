// verdict: missed - each two lanes walk through a stretch of their own
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int sum;
    int t = threadIdx.x, threads = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + t, mine = 0;
    if (t == 0)
        sum = 0;
    __syncthreads();
    int pairs = threads / 2, each = n / 8 / pairs;  // sectors of a pair
    for (int k = 0; k < each; k++) {
        int4 four = *(const int4 *)&in[(me / 2 * each + k) * 8 + me % 2 * 4];
        mine += four.x + four.y + four.z + four.w;
    }
    for (int i = pairs * each * 8 + me; i < n; i += threads)
        mine += in[i];
    mine = __reduce_add_sync(0xffffffff, (unsigned)mine);
    if (t % 32 == 0)
        atomicAdd(&sum, mine);
    __syncthreads();
    if (t == 0)
        atomicAdd(out, sum);
}
