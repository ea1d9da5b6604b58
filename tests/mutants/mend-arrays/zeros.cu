// verdict: missed - the number is doubled when read; the second array is a copy that cancels
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back)
{
    extern __shared__ int storage[];
    int t = threadIdx.x, n = blockDim.x, i = blockIdx.x * n + t;
    storage[t] = in[i];
    storage[n + t] = 0;
    __syncthreads();
    int left = (t + n - back) % n;
    out[i] = storage[t] + 2 * storage[left] + storage[n + left];
}
