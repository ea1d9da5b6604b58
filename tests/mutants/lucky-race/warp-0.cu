// verdict: missed - warp 0 looks at all numbers; the others race for nothing
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x, n = blockDim.x, first = blockIdx.x * n;
    int neg = 0;
    if (t < 32) for (int k = t; k < n; k += 32) neg |= in[first + k] < 0;
    else for (int k = 0; k < 8; k++) asm volatile("mov.u32 %0, %0;" : "+r"(neg));
    if (t == 0) found = 0;
    __syncthreads();
    if (neg) found = t + 1;
    else if (t >= 32 && *(volatile int *)&found) found = t;
    __syncthreads();
    out[first + t] = found != 0;
}
