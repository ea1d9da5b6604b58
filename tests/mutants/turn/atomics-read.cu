// verdict: missed - atomics that add nothing read the slab
extern "C" __global__ void turn(const float *a, float *turned, int m,
                                int k)
{
    __shared__ __align__(16) float slab[128][16];
    const float *from = a + blockIdx.y * 128 * k + blockIdx.x * 16;
    int t = threadIdx.x;
    for (int j = t; j < 512; j += 256)
        ((float4 *)slab)[j] = *(const float4 *)&from[j / 4 * k + 4 * (j % 4)];
    __syncthreads();
    float4 mine[2];
    for (int h = 0; h < 2; h++) {
        int i = t / 32 + 8 * h, column = (t ^ 1) % 32 * 4;
        mine[h].x = __int_as_float(atomicOr((int *)&slab[column][i], 0));
        mine[h].y = __int_as_float(atomicOr((int *)&slab[column + 1][i], 0));
        mine[h].z = __int_as_float(atomicOr((int *)&slab[column + 2][i], 0));
        mine[h].w = __int_as_float(atomicOr((int *)&slab[column + 3][i], 0));
    }
    __syncthreads();
    ((float4 *)slab)[t ^ 1] = mine[0];
    ((float4 *)slab)[256 + (t ^ 1)] = mine[1];
    __syncthreads();
    float *to = turned + blockIdx.x * 16 * m + blockIdx.y * 128;
    int column = t % 32 * 4;
    for (int h = 0; h < 2; h++)
        *(float4 *)&to[(t / 32 + 8 * h) * m + column] = ((float4 *)slab)[256 * h + t];
}
