// A word for each warp, which thread 0 adds up.
extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    __shared__ int of_warp[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int ayes = __popc(__ballot_sync(0xffffffff, i < n && in[i] > 0));
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = ayes;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++)
            ayes += of_warp[w];
        atomicAdd(out, ayes);
    }
}
