// verdict: missed - an atomic gives out the places; within a warp in any order
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int next, kept[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, mine = in[i];
    kept[t] = 0;
    if (t == 0)
        next = 0;
    __syncthreads();
    for (int warp = 0; warp < 8; warp++) {
        if (t / 32 == warp && mine > 0)
            kept[atomicAdd(&next, 1)] = mine;
        __syncthreads();
    }
    out[i] = kept[t];
}
