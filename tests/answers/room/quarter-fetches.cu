// A quarter of the threads fetches each row by fours, and takes turns with the other
// quarters: four rows at a time. All threads write.
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int4 rows[4][64];
    const int t = threadIdx.x;
    const int4 *from = (const int4 *)(in + blockIdx.x * 10240);
    out += blockIdx.x * 10240;
    for (int first = 0; first < 40; first += 4) {
        rows[t / 64][t % 64] = from[(first + t / 64) * 64 + t % 64];
        __syncthreads();
        for (int row = 0; row < 4; row++)
            out[(first + row) * 256 + t] = ((const int *)rows[row])[255 - t];
        __syncthreads();
    }
}
