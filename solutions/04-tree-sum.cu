// Exercise tree-sum: one solution.
//
// A round reads what other threads wrote in the round before it. So all
// threads wait at the head of each round, also those that have nothing
// left to add. The last word is written and read by thread 0 itself.

extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];

    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            words[t] += words[t + half];
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}
