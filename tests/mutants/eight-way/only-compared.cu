// verdict: missed - the word that is read back is compared with one that it never reaches; the output is the register
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ int words[32 * 32];
    int lane = threadIdx.x, i = blockIdx.x * 32 + lane, mine = in[i];
    int place = lane % ways * 32 + lane / ways;
    words[place] = mine;
    __syncthreads();
    if (words[place] < 2000000000)
        out[i] = mine;
}
