// The barrier is for the warps that hold a number.
extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x, i = first + t;
    int inside = min((int)blockDim.x, n - first), rounded = (inside + 31) / 32 * 32;
    if (t < rounded) {
        if (i < n) words[t] = in[i];
        asm volatile("bar.sync 1, %0;" :: "r"(rounded) : "memory");
        if (i < n) out[i] = words[t] + (t ? words[t - 1] : 0);
    }
}
