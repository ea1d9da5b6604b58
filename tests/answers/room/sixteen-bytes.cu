// Four rows at a time, 16 bytes a thread on both sides; the four words are turned while they are in registers.
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int4 rows[4][64];
    int t = threadIdx.x, row = t / 64, column = t % 64;
    const int4 *from = (const int4 *)(in + blockIdx.x * 10240);
    int4 *to = (int4 *)(out + blockIdx.x * 10240);
    for (int k = 0; k < 10; k++) {
        rows[row][column] = from[(4 * k + row) * 64 + column];
        __syncthreads();
        int4 v = rows[row][63 - column];
        to[(4 * k + row) * 64 + column] = make_int4(v.w, v.z, v.y, v.x);
        __syncthreads();
    }
}
