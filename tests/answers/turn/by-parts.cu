// The column of a word depends on the part of the row that it comes
// from.
extern "C" __global__ void turn(const float *a, float *turned, int m,
                                int k)
{
    __shared__ __align__(16) float slab[16 * 128];
    int t = threadIdx.x, part = t & 3;
    for (int h = 0; h < 128; h += 64) {
        int row = h + (t >> 2);
        float4 v = *(const float4 *)(a + (blockIdx.y * 128 + row) * k +
                                     blockIdx.x * 16 + 4 * part);
        int c = row ^ (part << 3);
        slab[(4 * part + 0) * 128 + c] = v.x;
        slab[(4 * part + 1) * 128 + c] = v.y;
        slab[(4 * part + 2) * 128 + c] = v.z;
        slab[(4 * part + 3) * 128 + c] = v.w;
    }
    __syncthreads();
    int q = 4 * (t & 31);
    for (int i = t >> 5; i < 16; i += 8)
        *(float4 *)(turned + (blockIdx.x * 16 + i) * m +
                    blockIdx.y * 128 + q) =
            *(float4 *)(slab + i * 128 + (q ^ ((i >> 2) << 3)));
}
