// verdict: missed - three lanes keep their number in a register
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ int words[1024];
    int lane = threadIdx.x, i = blockIdx.x * 32 + lane, mine = in[i];
    int place = lane % ways * 32 + lane / ways;
    words[place] = mine;
    __syncthreads();
    int back = words[place];
    out[i] = lane < 3 ? mine : back;
}
