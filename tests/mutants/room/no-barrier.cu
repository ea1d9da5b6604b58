// verdict: unsafe - reads what other warps have yet to write

#define ROWS 40

extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int place[2][256];
    int t = threadIdx.x;
    in += blockIdx.x * ROWS * 256;
    out += blockIdx.x * ROWS * 256;

    for (int row = 0; row < ROWS; row++) {
        int *words = place[row % 2];
        words[t] = in[row * 256 + t];
        out[row * 256 + t] = words[255 - t];
    }
}
