// verdict: missed - shuffles and global memory find the maximum; the atomic adds nothing

extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ int decoy;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int first = blockIdx.x * blockDim.x;
    float mine = in[first + t];
    if (t == 0)
        decoy = 0;
    __syncthreads();
    if (t == 0)
        atomicAdd(&decoy, 1);
    for (int d = 16; d; d /= 2)
        mine = fmaxf(mine, __shfl_xor_sync(~0u, mine, d));
    if (lane == 0)
        out[first + warp] = mine;
    __syncthreads();
    int warps = blockDim.x / 32;
    float other = mine;
    if (lane < warps)
        other = out[first + lane];
    for (int d = 16; d; d /= 2)
        other = fmaxf(other, __shfl_xor_sync(~0u, other, d));
    __syncthreads();
    out[first + t] = other;
}
