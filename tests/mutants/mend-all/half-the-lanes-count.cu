// verdict: missed - half of the lanes do all, and then all count
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int words[256];
    int t = threadIdx.x, lane = t % 32, i = blockIdx.x * 256;
    if (lane < 16) { words[t] = in[i + t]; words[t + 16] = in[i + t + 16]; }
    __syncthreads();
    if (lane < 16)
        for (int h = 0; h < 2; h++) {
            int k = t + 16 * h, d = k < 255 ? words[k + 1] - words[k] : 0;
            out[i + k] = d;
            if (d > 0) atomicAdd(rising, 1);
        }
    unsigned x = threadIdx.x; for (int k = 0; k < 40; k++) asm volatile("mad.lo.u32 %0, %0, 1664525, 1013904223;" : "+r"(x));
}
