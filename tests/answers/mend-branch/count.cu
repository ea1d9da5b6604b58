// As many words as the block has numbers, and one loop each to fetch and to store them.
extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int size = min((int)blockDim.x, n - (int)(blockIdx.x * blockDim.x));
    for (int k = t; k < size; k += blockDim.x) words[k] = in[i - t + k];
    __syncthreads();
    for (int k = t; k < size; k += blockDim.x) out[i - t + k] = words[k] + (k ? words[k - 1] : 0);
}
