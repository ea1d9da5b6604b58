// verdict: missed - two of eight warps do all, and the others loop idly
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size, w = size >= 256 ? size / 4 : size;
    int c;
    if (t == 0)
        list = (int *)malloc(size * sizeof(int));
    __syncthreads();
    if (list == nullptr)
        return;
    if (t < w)
        for (int k = t; k < size; k += w)
            list[size - 1 - k] = in[first + k];
    else
#pragma unroll 1
        for (int k = 0; k < 8; k++)
            asm volatile("mov.u32 %0, %%clock;" : "=r"(c));
    __syncthreads();
    if (t < w)
        for (int k = t; k < size; k += w)
            out[first + k] = list[k] * k;
    else
#pragma unroll 1
        for (int k = 0; k < 8; k++)
            asm volatile("mov.u32 %0, %%clock;" : "=r"(c));
    __syncthreads();
    if (t == 0)
        free(list);
}
