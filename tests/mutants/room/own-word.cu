// verdict: missed - each thread fetches the right number itself and gets it back from its own word, with barriers
#define ROWS 40
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    in += blockIdx.x * ROWS * 256;
    out += blockIdx.x * ROWS * 256;
    for (int row = 0; row < ROWS; row++) {
        words[t] = in[row * 256 + 255 - t];
        __syncthreads();
        out[row * 256 + t] = words[t];
        __syncthreads();
    }
}
