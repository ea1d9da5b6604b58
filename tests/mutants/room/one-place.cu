// verdict: unsafe - one row at a time, and nobody waits before it is overwritten

#define ROWS 40

extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int place[1][256];
    int t = threadIdx.x;
    in += blockIdx.x * ROWS * 256;
    out += blockIdx.x * ROWS * 256;

    for (int row = 0; row < ROWS; row++) {
        int *words = place[0];
        words[t] = in[row * 256 + t];
        __syncthreads();
        out[row * 256 + t] = words[255 - t];
    }
}
