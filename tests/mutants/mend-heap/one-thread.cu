// verdict: missed - one thread does everything with its own pointer, the others count

extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;
    if (t == 0) {
        int *p = (int *)malloc(size * sizeof(int));
        list = p;
        for (int i = 0; i < size; i++)
            p[size - 1 - i] = in[first + i];
        for (int i = 0; i < size; i++)
            out[first + i] = p[i] * i;
        free(p);
    } else {
        int n = t;
        for (int i = 0; i < 16 * size; i++)
            asm volatile("mov.u32 %0, %0;" : "+r"(n));
    }
    __syncthreads();
    __syncthreads();
    __syncthreads();
}
