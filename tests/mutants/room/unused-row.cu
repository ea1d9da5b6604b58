// verdict: missed - the rows turn round in global memory; shared memory is read for show

extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ volatile int word[256];
    int t = threadIdx.x, first = blockIdx.x * 40 * 256;
    word[t] = 0;
    for (int row = 0; row < 40; row++) {
        word[t];
        out[first + row * 256 + t] = in[first + row * 256 + 255 - t];
    }
}
