// The row's number is turned by the part from which a word comes: 32 lanes, 32 banks. A helper knows
// the place.
__device__ __forceinline__ int place(int i, int row)
{
    return i * 128 + (row ^ (i / 4 * 8));
}

extern "C" __global__ void turn(const float *__restrict__ a, float *__restrict__ turned, int m, int k)
{
    __shared__ __align__(16) float slab[16 * 128];
    const int t = threadIdx.x;
    for (int j = t; j < 512; j += 256) {
        const int row = j / 4, part = j % 4 * 4;
        const float4 four = __ldg((const float4 *)&a[(blockIdx.y * 128 + row) * k + blockIdx.x * 16 + part]);
        slab[place(part, row)] = four.x;
        slab[place(part + 1, row)] = four.y;
        slab[place(part + 2, row)] = four.z;
        slab[place(part + 3, row)] = four.w;
    }
    __syncthreads();
    for (int j = t; j < 512; j += 256) {
        const int i = j / 32, row = j % 32 * 4;
        *(float4 *)&turned[(blockIdx.x * 16 + i) * m + blockIdx.y * 128 + row] = *(const float4 *)&slab[place(i, row)];
    }
}
