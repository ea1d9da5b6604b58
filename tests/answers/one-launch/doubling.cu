// A scan by doubling in shared memory; flags are read and set by atomics, with fences.
extern "C" __global__ void running_sums(const int *in, int *out, int *sums, int *flags, int *next)
{
    __shared__ int words[2][256], chunk, front;
    const int t = threadIdx.x;
    if (t == 0)
        chunk = atomicAdd(next, 1);
    __syncthreads();
    int at = 0;
    words[0][t] = __ldg(&in[chunk * 256 + t]);
    for (int step = 1; step < 256; step *= 2, at ^= 1) {
        __syncthreads();
        words[at ^ 1][t] = words[at][t] + (t >= step ? words[at][t - step] : 0);
    }
    __syncthreads();
    if (t == 0) {
        int before = 0;
        if (chunk > 0) {
            while (atomicAdd(&flags[chunk - 1], 0) == 0)
                ;
            __threadfence();
            before = sums[chunk - 1];
        }
        front = before;
        sums[chunk] = before + words[at][255];
        __threadfence();
        atomicExch(&flags[chunk], 1);
    }
    __syncthreads();
    out[chunk * 256 + t] = front + words[at][t];
}
