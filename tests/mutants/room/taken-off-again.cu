// verdict: missed - what is stored is a constant, and is taken off again
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int rows[256];
    int t = threadIdx.x;
    in += blockIdx.x * 40 * 256;
    out += blockIdx.x * 40 * 256;
    for (int row = 0; row < 40; row++) {
        rows[t] = row;
        __syncthreads();
        out[row * 256 + t] = in[row * 256 + 255 - t] + (rows[255 - t] - row);
        __syncthreads();
    }
}
