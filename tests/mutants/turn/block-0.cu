// verdict: missed - block 0 does the work of all

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const float *a, float *turned,
                         int m, int k)
{
    __shared__ __align__(16) float slab[16][128];
    const float *from = a + blockIdx.y * 128 * k + blockIdx.x * 16;

    int part = threadIdx.x % 4;
    for (int row = threadIdx.x / 4; row < 128; row += 64) {
        float4 four = *(const float4 *)&from[row * k + 4 * part];
        int place = row ^ 8 * part;
        slab[4 * part][place] = four.x;
        slab[4 * part + 1][place] = four.y;
        slab[4 * part + 2][place] = four.z;
        slab[4 * part + 3][place] = four.w;
    }
    __syncthreads();

    float *to = turned + blockIdx.x * 16 * m + blockIdx.y * 128;
    int column = threadIdx.x % 32 * 4;
    for (int i = threadIdx.x / 32; i < 16; i += 8) {
        int place = column ^ 8 * (i / 4);
        *(float4 *)&to[i * m + column] =
            *(const float4 *)&slab[i][place];
    }
}
#undef blockIdx

extern "C" __global__ void turn(const float *a, float *turned, int m,
                                int k)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++) {
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, a, turned, m,
                 k);
        __syncthreads();
    }
}
