// verdict: missed - four of the eight warps do the work of all

extern "C" __global__ void turn(const float *a, float *turned, int m, int k)
{
    __shared__ __align__(16) float slab[16][128];
    const float *from = a + blockIdx.y * 128 * k + blockIdx.x * 16;
    float *to = turned + blockIdx.x * 16 * m + blockIdx.y * 128;
    int t = threadIdx.x, part = t % 4;
    for (int row = t / 4; row < 128 && t < 128; row += 32) {
        float4 v = *(const float4 *)&from[row * k + 4 * part];
        int place = row ^ 8 * part;
        slab[4 * part][place] = v.x;
        slab[4 * part + 1][place] = v.y;
        slab[4 * part + 2][place] = v.z;
        slab[4 * part + 3][place] = v.w;
    }
    __syncthreads();
    for (int i = t / 32; i < 16 && t < 128; i += 4)
        *(float4 *)&to[i * m + t % 32 * 4] =
            *(float4 *)&slab[i][t % 32 * 4 ^ 8 * (i / 4)];
}
