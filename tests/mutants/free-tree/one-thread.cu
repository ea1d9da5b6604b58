// verdict: missed - one thread goes up the tree alone: no request has
// two lanes that could conflict
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[512];
    int t = threadIdx.x;
    int first = blockIdx.x * 512;
    words[t] = in[first + t];
    words[t + 256] = in[first + t + 256];
    __syncthreads();

    for (int step = 1; step < 512 && t == 0; step *= 2)
        for (int i = 2 * step - 1; i < 512; i += 2 * step)
            words[i] += words[i - step];
    __syncthreads();
    out[first + t] = words[t];
    out[first + t + 256] = words[t + 256];
}
