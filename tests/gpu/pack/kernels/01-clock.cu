// Copies, and a sum whose partial results meet without a barrier where RACE is set.
extern "C" __global__ void copy(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

extern "C" __global__ void rotate(const int *in, int *out)
{
    __shared__ int words[64];
    words[threadIdx.x] = in[threadIdx.x];
#ifndef RACE
    __syncthreads();
#endif
    out[threadIdx.x] = words[(threadIdx.x + 32) % 64];
}
