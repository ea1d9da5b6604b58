// verdict: missed - lane 0 of each warp turns the words of all 32
#define ROWS 40

extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    in += blockIdx.x * ROWS * 256;
    out += blockIdx.x * ROWS * 256;

    for (int row = 0; row < ROWS; row++) {
        for (int k = t; k < t + 32 && t % 32 == 0; k++)
            words[k] = in[row * 256 + k];
        __syncthreads();
        for (int k = t; k < t + 32 && t % 32 == 0; k++)
            out[row * 256 + k] = words[255 - k];
        __syncthreads();
    }
}
