// One place and two barriers.
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, first = blockIdx.x * 40 * 256;
    for (int row = 0; row < 40; row++) {
        words[255 - t] = in[first + row * 256 + t];
        __syncthreads();
        out[first + row * 256 + t] = words[t];
        __syncthreads();
    }
}
