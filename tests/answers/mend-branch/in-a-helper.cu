// Two inlined helpers with a guard each; the barrier lies between them, in nobody's branch.
template <typename T> __device__ void put(T *place, const T *from, int i, int n)
{
    if (i < n) *place = from[i];
}

extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[1 + 256];
    const int t = threadIdx.x + 1, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (t == 1) words[0] = 0;
    put(words + t, in, i, n);
    __syncthreads();
    if (i >= n) return;
    out[i] = words[t - 1] + words[t];
}
