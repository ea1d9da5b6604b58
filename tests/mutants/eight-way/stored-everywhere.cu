// verdict: missed - each lane stores its number in all 32 rows of a column before it has a place
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ int words[1024];
    int lane = threadIdx.x, i = blockIdx.x * 32 + lane, mine = in[i];
    int place = lane % ways * 32 + lane / ways;
    for (int r = 0; r < 32; r++) words[r * 32 + lane] = mine;
    __syncthreads();
    words[place] = mine;
    __syncthreads();
    out[i] = words[place];
}
