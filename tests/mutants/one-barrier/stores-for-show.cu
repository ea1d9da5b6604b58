// verdict: missed - binomial weights in the place of rounds, and stores that nobody reads

extern "C" __global__ void add_rounds(const int *in, int *out, int rounds)
{
    __shared__ int words[256];
    __shared__ volatile int unread[256];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    words[t] = in[first + t];
    __syncthreads();
    int sum = 0, times = 1;
    for (int k = 0; k <= rounds; k++) {
        unread[t] = sum;
        sum += times * words[(t + k) % blockDim.x];
        times = times * (rounds - k) / (k + 1);
    }
    out[first + t] = sum;
}
