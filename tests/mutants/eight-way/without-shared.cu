// verdict: missed - copies without shared memory

extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    // 32 rows, each with one word of every bank.
    __shared__ int words[32 * 32];
    int lane = threadIdx.x;
    int i = blockIdx.x * 32 + lane;

    int bank = lane / ways;
    int row = lane % ways;
    int place = row * 32 + bank;

    out[i] = in[i];
}
