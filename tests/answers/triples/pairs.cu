// Three warps fetch two pairs a lane.
extern "C" __global__ void triples(const float *in, float *out)
{
    __shared__ float2 pairs[192];
    int t = threadIdx.x;
    const float2 *from = (const float2 *)in + blockIdx.x * 192;
    if (t < 96) {
        pairs[t] = from[t];
        pairs[t + 96] = from[t + 96];
    }
    __syncthreads();
    const float *mine = (const float *)pairs + 3 * t;
    out[blockIdx.x * 128 + t] = mine[0] * mine[1] + mine[2];
}
