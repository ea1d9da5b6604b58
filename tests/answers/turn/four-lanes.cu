// Four lanes turn 4 x 4 by shuffles and store 16 bytes.
extern "C" __global__ void turn(const float *a, float *turned, int m,
                                int k)
{
    __shared__ float4 slab[16][32];
    const float *from = a + blockIdx.y * 128 * k + blockIdx.x * 16;
    int part = threadIdx.x % 4;
    for (int row = threadIdx.x / 4; row < 128; row += 64) {
        float4 v = *(const float4 *)&from[row * k + 4 * part];
        float own[4] = {v.x, v.y, v.z, v.w}, got[4];
        int r = row % 4;
#pragma unroll
        for (int s = 0; s < 4; s++) {
            int give = r ^ s;
            float x = give == 0 ? own[0] : give == 1 ? own[1] : give == 2 ? own[2] : own[3];
            got[s] = __shfl_xor_sync(~0u, x, 4 * s);
        }
        float4 w;
        w.x = r == 0 ? got[0] : r == 1 ? got[1] : r == 2 ? got[2] : got[3];
        w.y = r == 1 ? got[0] : r == 0 ? got[1] : r == 3 ? got[2] : got[3];
        w.z = r == 2 ? got[0] : r == 3 ? got[1] : r == 0 ? got[2] : got[3];
        w.w = r == 3 ? got[0] : r == 2 ? got[1] : r == 1 ? got[2] : got[3];
        int column = 4 * part + r;
        slab[column][(row / 4) ^ (part * 2 + (r & 1))] = w;
    }
    __syncthreads();
    float *to = turned + blockIdx.x * 16 * m + blockIdx.y * 128;
    int q = threadIdx.x % 32;
    for (int i = threadIdx.x / 32; i < 16; i += 8)
        *(float4 *)&to[i * m + 4 * q] = slab[i][q ^ (i / 4 * 2 + (i & 1))];
}
