// The next row is on its way in a register while this one is turned; two places take turns.
template <int ROWS> __device__ void turn(const int *in, int *out, int (*place)[256])
{
    int t = threadIdx.x, next = in[t];
    for (int row = 0; row < ROWS; row++) {
        place[row & 1][255 - t] = next;
        if (row + 1 < ROWS) next = in[(row + 1) * 256 + t];
        __syncthreads();
        out[row * 256 + t] = place[row & 1][t];
    }
}

extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int place[2][256];
    turn<40>(in + blockIdx.x * 10240, out + blockIdx.x * 10240, place);
}
