// Each warp votes, and its first lane brings the number of ayes.
extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    __shared__ int count;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    unsigned ayes = __ballot_sync(0xffffffff, i < n && in[i] > 0);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&count, __popc(ayes));
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(out, count);
}
