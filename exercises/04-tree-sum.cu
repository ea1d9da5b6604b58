// Exercise tree-sum: a sum in a tree.
//
// In every round the second half of the words is added to the first
// half, until one word is left. The barriers are missing. Where must
// all threads wait?
//
// Check it: type "check tree-sum" at the prompt of Warpschool.

extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];

    // TODO: let all threads of the block wait where they have to.
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            words[t] += words[t + half];
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}
