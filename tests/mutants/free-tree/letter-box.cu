// verdict: missed - the words stay in registers, and a letter box hands them over in each round
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int box[2][256];
    int t = threadIdx.x, first = blockIdx.x * 512, turn = 0;
    int2 v = ((const int2 *)(in + first))[t];
    v.y += v.x;
    for (int step = 1; step < 256; step *= 2, turn = 1 - turn) {
        if ((t + 1) % (2 * step) == step)
            box[turn][t / (2 * step)] = v.y;
        __syncthreads();
        if ((t + 1) % (2 * step) == 0)
            v.y += box[turn][t / (2 * step)];
    }
    ((int2 *)(out + first))[t] = v;
}
