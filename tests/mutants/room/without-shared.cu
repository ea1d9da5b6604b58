// verdict: missed - turns the rows round in global memory

#define ROWS 40

extern "C" __global__ void turn_rows(const int *in, int *out)
{
    int t = threadIdx.x;
    in += blockIdx.x * ROWS * 256;
    out += blockIdx.x * ROWS * 256;

    for (int row = 0; row < ROWS; row++) {
        out[row * 256 + t] = in[row * 256 + 255 - t];
    }
}
