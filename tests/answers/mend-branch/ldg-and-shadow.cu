// A thread without a number stores a 0 that nobody reads, and waits with the others.
extern "C" __global__ void add_previous(const int *__restrict__ in, int *__restrict__ out, int n)
{
    __shared__ int words[1 + 256];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    const bool mine = i < n;
    int own = mine ? __ldg(in + i) : 0;
    if (t == 0)
        words[0] = 0;
    words[t + 1] = own;
    __syncthreads();
    if (!mine)
        return;
    out[i] = own + words[t];
}
