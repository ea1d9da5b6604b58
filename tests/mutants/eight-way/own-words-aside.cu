// verdict: missed - zeros are read back, most of them from one word, and the lanes' own words lie aside
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ volatile int words[32 * 33];
    int lane = threadIdx.x, i = blockIdx.x * 32 + lane, x = in[i];
    int place = lane < ways ? lane * 32 : 0;
    words[1024 + lane] = x;
    words[place] = 0;
    __syncthreads();
    out[i] = x + words[place];
}
