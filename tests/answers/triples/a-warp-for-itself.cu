// Each warp fetches its own 96 floats, 8 bytes at a time.
extern "C" __global__ void triples(const float *in, float *out)
{
    __shared__ float2 pairs[4][48];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const float2 *from = (const float2 *)in + blockIdx.x * 192 + warp * 48;
    for (int k = lane; k < 48; k += 32)
        pairs[warp][k] = from[k];
    __syncwarp();
    const float *mine = (const float *)pairs[warp] + 3 * lane;
    out[blockIdx.x * 128 + threadIdx.x] = mine[0] * mine[1] + mine[2];
}
