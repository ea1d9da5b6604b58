// verdict: missed - the list lies in the output, not in the heap
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;
    out[first + size - 1 - t] = in[first + t];
    __syncthreads();
    int mine = out[first + t] * t;
    __syncthreads();
    out[first + t] = mine;
    __syncthreads();
}
