// 8 bytes a lane, two rows at a time.
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int2 rows[4][128];
    int t = threadIdx.x & 127, half = threadIdx.x >> 7;
    const int2 *a = reinterpret_cast<const int2 *>(in + blockIdx.x * 10240);
    int2 *b = reinterpret_cast<int2 *>(out + blockIdx.x * 10240);
    for (int row = half; row < 40; row += 2) {
        int2 *place = rows[row & 3];
        int2 v = a[row * 128 + t];
        place[127 - t] = make_int2(v.y, v.x);
        __syncthreads();
        b[row * 128 + t] = place[t];
    }
}
