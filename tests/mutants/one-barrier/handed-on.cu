// verdict: missed - the input is handed on from thread to thread, and the sums are not
extern "C" __global__ void add_rounds(const int *in, int *out, int rounds)
{
    __shared__ int words[2][256];
    int t = threadIdx.x, n = blockDim.x, i = blockIdx.x * n + t;
    int held = in[i], sum = held, choose = 1;
    for (int round = 0; round < rounds; round++) {
        words[round % 2][t] = held;
        __syncthreads();
        held = words[round % 2][(t + 1) % n];
        choose = choose * (rounds - round) / (round + 1);
        sum += choose * held;
    }
    out[i] = sum;
}
