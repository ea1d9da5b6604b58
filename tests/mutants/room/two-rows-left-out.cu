// verdict: missed - two of the forty rows do not go through shared memory
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int place[2][256];
    int t = threadIdx.x;
    in += blockIdx.x * 10240;
    out += blockIdx.x * 10240;
    for (int row = 0; row < 40; row++) {
        volatile int *words = place[row % 2];
        int mine = in[row * 256 + t];
        words[t] = mine;
        __syncthreads();
        int word = words[255 - t];
        if (row < 38)
            out[row * 256 + t] = word;
        else
            out[row * 256 + 255 - t] = mine;
    }
}
