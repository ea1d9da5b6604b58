// Exercise eight-way: one solution.
//
// `ways` lanes go to each bank, and each of them to a row of its own:
// that many different words must come out of one bank. A stride of
// `ways` words would do for the powers of two, but no stride makes a
// 5-way conflict.

extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    // 32 rows, each with one word of every bank.
    __shared__ int words[32 * 32];
    int lane = threadIdx.x;
    int i = blockIdx.x * 32 + lane;

    int bank = lane / ways;
    int row = lane % ways;
    int place = row * 32 + bank;

    words[place] = in[i];
    __syncthreads();
    out[i] = words[place];
}
