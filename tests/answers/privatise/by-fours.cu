// 16 bytes a lane; the rest one by one.
extern "C" __global__ void histogram(const int *in, const int *weight,
                                     int *bins, int n)
{
    __shared__ int mine[64];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int step = gridDim.x * blockDim.x;
    for (int b = t; b < 64; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int k = i; k < n / 4; k += step) {
        int4 bin = ((const int4 *)in)[k], w = ((const int4 *)weight)[k];
        atomicAdd(mine + bin.x, w.x);
        atomicAdd(mine + bin.y, w.y);
        atomicAdd(mine + bin.z, w.z);
        atomicAdd(mine + bin.w, w.w);
    }
    for (int k = n / 4 * 4 + i; k < n; k += step)
        atomicAdd(mine + in[k], weight[k]);
    __syncthreads();
    for (int b = t; b < 64; b += blockDim.x)
        atomicAdd(bins + b, mine[b]);
}
