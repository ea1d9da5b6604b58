// verdict: missed - warp 0 alone fills, reads and writes out, so that its lanes need not wait for the block

extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;
    if (t < 32) {
        if (t == 0)
            list = (int *)malloc(size * sizeof(int));
        __syncwarp();
        int *p = list;
        for (int i = t; i < size; i += 32)
            p[size - 1 - i] = in[first + i];
        __syncwarp();
        for (int i = t; i < size; i += 32)
            out[first + i] = p[i] * i;
        __syncwarp();
        if (t == 0)
            free(p);
    } else {
        int n = t;
        for (int i = 0; i < size; i++)
            asm volatile("mov.u32 %0, %0;" : "+r"(n));
    }
    __syncthreads();
    __syncthreads();
    __syncthreads();
}
