// verdict: missed - the input goes through shared memory in every round, and the sums do not
extern "C" __global__ void add_rounds(const int *in, int *out, int rounds)
{
    __shared__ int words[2][256];
    int t = threadIdx.x, n = blockDim.x, i = blockIdx.x * n + t;
    int mine = in[i], sum = mine, choose = 1;
    for (int round = 0; round < rounds; round++) {
        words[round % 2][t] = mine;
        __syncthreads();
        choose = choose * (rounds - round) / (round + 1);
        sum += choose * words[round % 2][(t + round + 1) % n];
    }
    out[i] = sum;
}
