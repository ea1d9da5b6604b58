// 16 bytes a lane: four rows by 64 threads each.
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int4 rows[4][64];
    int t = threadIdx.x % 64, r = threadIdx.x / 64;
    const int4 *from = (const int4 *)in + blockIdx.x * 2560;
    int4 *to = (int4 *)out + blockIdx.x * 2560;
    for (int row = r; row < 40; row += 4) {
        rows[r][t] = from[row * 64 + t];
        __syncthreads();
        int4 v = rows[r][63 - t];
        to[row * 64 + t] = make_int4(v.w, v.z, v.y, v.x);
        __syncthreads();
    }
}
