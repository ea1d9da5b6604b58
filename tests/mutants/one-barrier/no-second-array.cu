// verdict: unsafe - takes the second barrier away and nothing else

#define MOST 256  // threads in the largest block

extern "C" __global__ void add_rounds(const int *in, int *out, int rounds)
{
    __shared__ int words[2][MOST];
    int t = threadIdx.x;
    int first = blockIdx.x * blockDim.x;

    words[0][t] = in[first + t];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        int sum = words[0][t] + words[0][(t + 1) % blockDim.x];
        words[0][t] = sum;
    }
    out[first + t] = words[0][t];
}
