// verdict: missed - fills the second array only
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back)
{
    extern __shared__ int storage[];
    int n = blockDim.x, t = threadIdx.x, first = blockIdx.x * n;
    int left = ((t - back) % n + n) % n, mine = in[first + t];
    storage[n + t] = 2 * mine;
    __syncthreads();
    out[first + t] = mine + storage[n + left];
}
