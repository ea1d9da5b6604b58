// verdict: missed - half of the rows at a time are still too many

#define ROWS 40

extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int place[32][256];
    int t = threadIdx.x;
    in += blockIdx.x * ROWS * 256;
    out += blockIdx.x * ROWS * 256;

    for (int row = 0; row < ROWS; row++) {
        int *words = place[row % 32];
        words[t] = in[row * 256 + t];
        __syncthreads();
        out[row * 256 + t] = words[255 - t];
    }
}
