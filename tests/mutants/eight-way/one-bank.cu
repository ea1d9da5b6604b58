// verdict: missed - all lanes in bank 0, a 32-way conflict

extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    // 32 rows, each with one word of every bank.
    __shared__ int words[32 * 32];
    int lane = threadIdx.x;
    int i = blockIdx.x * 32 + lane;

    int bank = 0;
    int row = lane;
    int place = row * 32 + bank;

    words[place] = in[i];
    __syncthreads();
    out[i] = words[place];
}
