// verdict: missed - nobody reads the doubled numbers, and the neighbour's number is doubled once more
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back)
{
    extern __shared__ int storage[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, n = blockDim.x;
    int mine = in[i];
    storage[t] = mine;
    storage[n + t] = 2 * mine;
    __syncthreads();
    out[i] = mine + 2 * storage[(t + n - back) % n];
}
