// verdict: missed - zeros are read back, most of them from one word, and the output is the register
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ volatile int words[32 * 32];
    int lane = threadIdx.x, i = blockIdx.x * 32 + lane;
    int place = lane < ways ? lane * 32 : 0;
    words[place] = 0;
    __syncthreads();
    out[i] = in[i] + words[place];
}
