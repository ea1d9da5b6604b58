// The ints lie at the end, the last one first.
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double storage[];
    unsigned size;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(size));
    int *end = (int *)((char *)storage + size);
    int t = threadIdx.x;
    for (int k = t; k < na; k += blockDim.x)
        end[-1 - k] = a[k];
    for (int k = t; k < nb; k += blockDim.x)
        storage[nb - 1 - k] = b[k];
    __syncthreads();
    for (int k = t; k < nb; k += blockDim.x)
        out[k] = storage[k] * end[-1 - (k + 1) % na];
}
