// verdict: missed - the parts of a row are stored one after another: eight lanes never conflict

extern "C" __global__ void turn(const float *a, float *turned, int m,
                                int k)
{
    __shared__ __align__(16) float slab[16][128];
    const float *from = a + blockIdx.y * 128 * k + blockIdx.x * 16;

    int part = threadIdx.x % 4;
    for (int row = threadIdx.x / 4; row < 128; row += 64) {
        float4 four = *(const float4 *)&from[row * k + 4 * part];
        for (int now = 0; now < 4; now++)
            if (now == part) {
                slab[4 * part][row] = four.x;
                slab[4 * part + 1][row] = four.y;
                slab[4 * part + 2][row] = four.z;
                slab[4 * part + 3][row] = four.w;
            }
    }
    __syncthreads();

    float *to = turned + blockIdx.x * 16 * m + blockIdx.y * 128;
    int column = threadIdx.x % 32 * 4;
    for (int i = threadIdx.x / 32; i < 16; i += 8)
        *(float4 *)&to[i * m + column] =
            *(const float4 *)&slab[i][column];
}
