// The sums of a block are made in shared memory, and the chain is volatile words with fences.
extern "C" __global__ void running_sums(const int *in, int *out, int *sums, int *flags, int *next)
{
    __shared__ int row[2][256];
    __shared__ int chunk, before;
    const int t = threadIdx.x;
    if (t == 0)
        chunk = atomicAdd(next, 1);
    __syncthreads();
    const int i = chunk * 256 + t;
    int from = 0;
    row[0][t] = in[i];
    __syncthreads();
    for (int step = 1; step < 256; step *= 2, from ^= 1) {
        row[from ^ 1][t] = row[from][t] + (t >= step ? row[from][t - step] : 0);
        __syncthreads();
    }
    if (t == 0) {
        int sum = 0;
        if (chunk > 0) {
            while (*(volatile int *)&flags[chunk - 1] == 0)
                ;
            __threadfence();
            sum = *(volatile int *)&sums[chunk - 1];
        }
        before = sum;
        *(volatile int *)&sums[chunk] = sum + row[from][255];
        __threadfence();
        *(volatile int *)&flags[chunk] = 1;
    }
    __syncthreads();
    out[i] = before + row[from][t];
}
