// verdict: missed - every block reads all numbers of all blocks again, with atomics that add nothing
extern "C" __global__ void running_sums(const int *in, int *out, int *sums, int *flags, int *next)
{
    __shared__ int chunk, part[256];
    int t = threadIdx.x;
    if (t == 0)
        chunk = atomicAdd(next, 1);
    __syncthreads();
    int mine;
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(mine) : "l"(in + chunk * 256 + t));
    int before = 0;
    for (int c = 0; c < gridDim.x; c++) {
        int number = atomicAdd((int *)in + c * 256 + t, 0);
        before += c < chunk ? number : 0;
    }
    part[t] = before;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    before = part[0];
    __syncthreads();
    part[t] = mine;
    __syncthreads();
    for (int s = 1; s < 256; s *= 2) {
        int left = t >= s ? part[t - s] : 0;
        __syncthreads();
        part[t] += left;
        __syncthreads();
    }
    out[chunk * 256 + t] = before + part[t];
}
