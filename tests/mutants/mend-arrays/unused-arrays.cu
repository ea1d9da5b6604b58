// verdict: missed - the neighbour's number comes from global memory

extern "C" __global__ void doubled_neighbours(const int *in, int *out,
                                              int back)
{
    extern __shared__ volatile int words[];
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    words[t] = in[first + t];
    words[size + t] = 0;
    words[size + t];
    out[first + t] = words[t] + 2 * in[first + (t + size - back) % size];
}
