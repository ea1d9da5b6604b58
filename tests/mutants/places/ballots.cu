// verdict: missed - the neighbours of one warp come bit by bit with ballots
__constant__ float weight[8];
extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[128];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x, lane = t % 32;
    float mine = in[first + t];
    row[t] = mine;
    __syncthreads();
    float next = row[(t + 32) % 128];
    unsigned a[8] = {}, b[8] = {};
    for (int bit = 0; bit < 32; bit++) {
        unsigned m = __ballot_sync(~0u, __float_as_uint(mine) >> bit & 1);
        unsigned n = __ballot_sync(~0u, __float_as_uint(next) >> bit & 1);
#pragma unroll
        for (int k = 0; k < 8; k++)
            a[k] |= (lane + k < 32 ? m >> (lane + k) & 1 : n >> (lane + k - 32) & 1) << bit;
    }
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++)
        sum += weight[k] * __uint_as_float(a[k]);
    out[first + t] = sum;
}
