// verdict: missed - three words are read and two rounds are made of them: half of the stores

extern "C" __global__ void add_rounds(const int *in, int *out, int rounds)
{
    __shared__ int words[2][256];
    int t = threadIdx.x, n = blockDim.x, first = blockIdx.x * n, now = 0;
    int sum = in[first + t];
    while (rounds > 0) {
        words[now][t] = sum;
        __syncthreads();
        int a = words[now][(t + 1) % n], b = words[now][(t + 2) % n];
        sum += rounds > 1 ? 2 * a + b : a;
        rounds -= 2;
        now = 1 - now;
    }
    out[first + t] = sum;
}
