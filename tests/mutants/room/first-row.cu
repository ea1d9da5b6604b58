// verdict: missed - the first row goes through shared memory; of the others what is read there is dropped
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int words[2][256];
    int t = threadIdx.x;
    in += blockIdx.x * 10240;
    out += blockIdx.x * 10240;
    for (int row = 0; row < 40; row++) {
        int mine = in[row * 256 + (row == 0 ? t : 255 - t)];
        words[row % 2][t] = mine;
        __syncthreads();
        int word = ((volatile int *)words[row % 2])[255 - t];
        out[row * 256 + t] = row == 0 ? word : mine;
    }
}
