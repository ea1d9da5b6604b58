// verdict: missed - the order turns round by shuffles; shared memory gives each thread its own number back

extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    words[t] = in[first + t];
    __syncthreads();
    int turned = __shfl_sync(0xffffffff, words[t], 31 - t % 32);
    int warp = blockDim.x / 32 - 1 - t / 32;
    out[first + warp * 32 + t % 32] = turned;
}
