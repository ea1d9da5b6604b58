// verdict: missed - what is stored is taken off again
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ volatile int words[32 * 32];
    int lane = threadIdx.x, i = blockIdx.x * 32 + lane, x = in[i];
    int place = lane < ways ? lane * 32 : 0;
    words[place] = lane < ways ? lane : 0;
    __syncthreads();
    out[i] = x + words[place] - (lane < ways ? lane : 0);
}
