// 16 bytes a lane; the rest one by one
extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{

    __shared__ int mine[64 * 32];
    int t = threadIdx.x, lane = t & 31;
    for (int b = t; b < 64 * 8; b += blockDim.x) ((int4 *)mine)[b] = make_int4(0, 0, 0, 0);
    __syncthreads();
    int step = gridDim.x * blockDim.x, at = blockIdx.x * blockDim.x + t;
    for (int i = at; i < n / 4; i += step) {
        int4 b = reinterpret_cast<const int4 *>(in)[i], v = reinterpret_cast<const int4 *>(weight)[i];
        atomicAdd(&mine[b.x * 32 + lane], v.x);
        atomicAdd(&mine[b.y * 32 + lane], v.y);
        atomicAdd(&mine[b.z * 32 + lane], v.z);
        atomicAdd(&mine[b.w * 32 + lane], v.w);
    }
    for (int i = n / 4 * 4 + at; i < n; i += step) atomicAdd(&mine[in[i] * 32 + lane], weight[i]);
    __syncthreads();
    for (int b = t / 32; b < 64; b += blockDim.x / 32) {
        int s = mine[b * 32 + lane];
        for (int d = 1; d < 32; d *= 2) s += __shfl_xor_sync(~0u, s, d);
        if (lane == 0) atomicAdd(bins + b, s);
    }
}
