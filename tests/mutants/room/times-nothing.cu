// verdict: missed - what is stored is a constant plus nothing times what is read, and is taken off again
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int rows[256];
    int t = threadIdx.x;
    in += blockIdx.x * 40 * 256;
    out += blockIdx.x * 40 * 256;
    int nothing = blockDim.y - 1;
    for (int row = 0; row < 40; row++) {
        int mine = in[row * 256 + 255 - t];
        rows[t] = row + mine * nothing;
        __syncthreads();
        out[row * 256 + t] = mine + (rows[255 - t] - row);
        __syncthreads();
    }
}
