// verdict: missed - a lane keeps a product of its word, and puts its register out when that is read back
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ int words[1024];
    int lane = threadIdx.x, i = blockIdx.x * 32 + lane, mine = in[i];
    int place = lane % ways * 32 + lane / ways;
    words[place] = mine * 7 + lane;
    __syncthreads();
    int there = *(volatile int *)&words[place];
    out[i] = there == mine * 7 + lane ? mine : 0;
}
