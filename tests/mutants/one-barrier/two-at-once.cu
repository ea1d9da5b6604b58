// verdict: missed - two rounds are made from one copy, and barriers are passed for show
#define MOST 256
extern "C" __global__ void add_rounds(const int *in, int *out, int rounds)
{
    __shared__ int words[2][MOST];
    int t = threadIdx.x, n = blockDim.x, first = blockIdx.x * n;
    int mine = in[first + t];
    words[0][t] = mine;
    __syncthreads();
    int round = 0, at = 0;
    while (round < rounds) {
        int steps = min(2, rounds - round);
        int a = words[at][t], b = words[at][(t + 1) % n], c = words[at][(t + 2) % n];
        mine = steps == 2 ? a + 2 * b + c : a + b;
        words[1 - at][t] = mine;
        __syncthreads();
        if (steps == 2 && round + 2 < rounds) { words[1-at][t] = mine; __syncthreads(); }
        at = 1 - at; round += steps;
    }
    out[first + t] = words[at][t];
}
