// verdict: missed - half of the warps writes for the others, which loop idly
extern "C" __global__ void smooth(const int *in, int *out, int n, int first, int count)
{
    int t = threadIdx.x;
    if (t >= 64) {
#pragma unroll 1
        for (int k = 0; k < 6; k++)
            asm volatile("mov.u32 %0, %%clock;" : "=r"(t));
        return;
    }
    for (int k = t; k < 128; k += 64) {
        int place = blockIdx.x * 128 + k;
        if (place >= count)
            return;
        int i = first + place;
        int left = i > 0 ? in[i - 1] : 0, right = i < n - 1 ? in[i + 1] : 0;
        out[i] = left + in[i] + right;
    }
}
