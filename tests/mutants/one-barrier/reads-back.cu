// verdict: missed - binomial coefficients instead of rounds; each thread reads back its own word, behind idle barriers

#define MOST 256

extern "C" __global__ void add_rounds(const int *in, int *out,
                                      int rounds)
{
    __shared__ int words[MOST];
    __shared__ volatile int own[MOST];
    int t = threadIdx.x;
    int first = blockIdx.x * blockDim.x;

    words[t] = in[first + t];
    __syncthreads();
    int sum = 0, times = 1;
    for (int k = 0; k <= rounds; k++) {
        sum += times * words[(t + k) % blockDim.x];
        times = times * (rounds - k) / (k + 1);
        if (k == rounds)
            break;
        own[t] = sum;
        if (k > 0)
            __syncthreads();
        sum = own[t];
    }
    out[first + t] = sum;
}
