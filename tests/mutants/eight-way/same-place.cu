// verdict: wrong - lanes of one bank share a word, and overwrite it

extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    // 32 rows, each with one word of every bank.
    __shared__ int words[32 * 32];
    int lane = threadIdx.x;
    int i = blockIdx.x * 32 + lane;

    int bank = lane / ways;
    int row = lane % ways;
    int place = bank;

    words[place] = in[i];
    __syncthreads();
    out[i] = words[place];
}
