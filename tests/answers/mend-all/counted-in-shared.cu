// The block counts in shared memory first.
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int words[256], steps[256], count;
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t == 0) count = 0;
    words[t] = in[i];
    __syncthreads();
    steps[t] = t == 255 ? 0 : words[t + 1] - words[t];
    out[i] = steps[t];
    if (steps[t] > 0) atomicAdd(&count, 1);
    __syncthreads();
    if (t == 0) atomicAdd(rising, count);
}
