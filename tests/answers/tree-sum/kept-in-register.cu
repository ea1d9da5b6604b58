// Each thread keeps its own sum in a register, and stores it for those
// that take it over.
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, size = blockDim.x;
    int sum = in[blockIdx.x * size + t];
    words[t] = sum;
    __syncthreads();
    while (size > 1) {
        size /= 2;
        if (t < size) {
            sum += words[t + size];
            words[t] = sum;
        }
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sum;
}
