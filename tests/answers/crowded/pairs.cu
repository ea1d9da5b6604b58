// Neighbouring threads share their two columns: half of each, 8 bytes a load.
extern "C" __global__ void largest_by_each(const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    int half = threadIdx.x & 1;
    const unsigned *from = in + (i & ~1);
    uint2 v[48];
    uint2 top = make_uint2(0, 0);
#pragma unroll
    for (int k = 0; k < 48; k++) {
        v[k] = *(const uint2 *)&from[(48 * half + k) * threads];
        top.x = max(top.x, v[k].x), top.y = max(top.y, v[k].y);
    }
    top.x = max(top.x, __shfl_xor_sync(~0u, top.x, 1));
    top.y = max(top.y, __shfl_xor_sync(~0u, top.y, 1));
    uint2 sum = make_uint2(0, 0);
#pragma unroll
    for (int k = 0; k < 48; k++) {
        sum.x += top.x % v[k].x * (48 * half + k + 1);
        sum.y += top.y % v[k].y * (48 * half + k + 1);
    }
    sum.x += __shfl_xor_sync(~0u, sum.x, 1);
    sum.y += __shfl_xor_sync(~0u, sum.y, 1);
    out[i] = half ? sum.y : sum.x;
}
