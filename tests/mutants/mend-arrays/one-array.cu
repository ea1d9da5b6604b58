// verdict: missed - fills one array only, and doubles what it reads
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back)
{
    extern __shared__ int storage[];
    int n = blockDim.x, t = threadIdx.x, i = blockIdx.x * n + t;
    storage[t] = in[i];
    __syncthreads();
    int left = ((t - back) % n + n) % n;
    out[i] = storage[t] + 2 * storage[left];
}
