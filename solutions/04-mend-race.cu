// Exercise mend-race: one solution.
//
// One barrier, between the last write and the first read.

extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    int first = blockIdx.x * blockDim.x;

    words[t] = in[first + t];
    __syncthreads();
    out[first + t] = words[blockDim.x - 1 - t];
}
