// verdict: missed - each thread counts its bin in a loop; the atomics count the threads
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int junk, numbers[1024];
    int t = threadIdx.x;
    if (t == 0)
        junk = 0;
    numbers[t] = in[blockIdx.x * blockDim.x + t] & 15;
    __syncthreads();
    atomicAdd(&junk, 1);
    __syncthreads();
    int b = t % 16, n = 0;
    for (int k = 0; k < blockDim.x; k++)
        n += numbers[k] == b;
    if (t < 16)
        out[blockIdx.x * 16 + t] = n + junk - (int)blockDim.x;
}
