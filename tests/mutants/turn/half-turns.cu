// verdict: missed - the halves of a warp take turns at the stores
extern "C" __global__ void turn(const float *a, float *turned, int m,
                                int k)
{
    __shared__ __align__(16) float slab[16][128];
    const float *from = a + blockIdx.y * 128 * k + blockIdx.x * 16;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int j = warp; j < 16; j += 8) {
        int row = j / 2 * 16 + lane / 2, part = j % 2 * 2 + lane % 2;
        float4 four = *(const float4 *)&from[row * k + 4 * part];
        if (lane % 2 == 0) {
            volatile float *p = &slab[4 * part][row];
            p[0] = four.x; p[128] = four.y; p[256] = four.z; p[384] = four.w;
        }
        __syncwarp();
        if (lane % 2 == 1) {
            volatile float *p = &slab[4 * part][row];
            p[0] = four.x; p[128] = four.y; p[256] = four.z; p[384] = four.w;
        }
    }
    __syncthreads();
    float *to = turned + blockIdx.x * 16 * m + blockIdx.y * 128;
    int column = threadIdx.x % 32 * 4;
    for (int i = threadIdx.x / 32; i < 16; i += 8)
        *(float4 *)&to[i * m + column] =
            *(const float4 *)&slab[i][column];
}
