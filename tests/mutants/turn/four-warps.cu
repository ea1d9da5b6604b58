// verdict: missed - four of eight warps do the work, the others store what nobody reads
__device__ int sink;
extern "C" __global__ void turn(const float *a, float *turned, int m,
                                int k)
{
    __shared__ __align__(16) float slab[16][128];
    const float *from = a + blockIdx.y * 128 * k + blockIdx.x * 16;
    if (threadIdx.x >= 128) {
        for (int j = 0; j < 4; j++)
            ((volatile float *)slab)[1024 + (threadIdx.x - 128) + 128 * j] = j;
        int x = threadIdx.x;
        for (int j = 0; j < 60; j++) { x = x * 5 + j; x ^= x >> 3; }
        if (x == 77 && m < 0) sink = x;
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        int part = threadIdx.x % 4;
        for (int row = threadIdx.x / 4; row < 128; row += 32) {
            float4 four = *(const float4 *)&from[row * k + 4 * part];
            int place = row ^ 8 * part;
            slab[4 * part][place] = four.x;
            slab[4 * part + 1][place] = four.y;
            slab[4 * part + 2][place] = four.z;
            slab[4 * part + 3][place] = four.w;
        }
    }
    __syncthreads();
    float *to = turned + blockIdx.x * 16 * m + blockIdx.y * 128;
    int column = threadIdx.x % 32 * 4;
    if (threadIdx.x < 128)
    for (int i = threadIdx.x / 32; i < 16; i += 4) {
        int place = column ^ 8 * (i / 4);
        *(float4 *)&to[i * m + column] =
            *(const float4 *)&slab[i][place];
    }
}
