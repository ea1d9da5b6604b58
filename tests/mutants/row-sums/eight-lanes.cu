// verdict: missed - eight lanes add up all rows, four numbers at a time
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int4 tile[32][8];
    int lane = threadIdx.x;
    const int4 *rows = reinterpret_cast<const int4 *>(in) + blockIdx.x * 256;
    for (int i = lane; i < 256; i += 32)
        tile[i / 8][i % 8] = rows[i];
    __syncthreads();
    if (lane < 8)
        for (int y = lane; y < 32; y += 8) {
            int sum = 0;
            for (int k = 0; k < 8; k++) {
                int4 v = tile[y][(k + lane) % 8];
                sum += v.x + v.y + v.z + v.w;
            }
            out[blockIdx.x * 32 + y] = sum;
        }
}
