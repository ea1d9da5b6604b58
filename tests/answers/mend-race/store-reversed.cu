extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    int first = blockIdx.x * blockDim.x, last = blockDim.x - 1;
    words[last - threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    out[first + threadIdx.x] = words[threadIdx.x];
}
