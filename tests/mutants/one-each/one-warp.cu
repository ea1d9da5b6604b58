// verdict: missed - the first warp of a block counts for all
extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    int s = 0, z = 0, t = threadIdx.x;
    if (t >= 32) { for (int i = 0; i < 60; i++) asm volatile("mov.u32 %0, %0;" : "+r"(z)); return; }
    for (int k = t; k < blockDim.x; k += 32) { int i = blockIdx.x * blockDim.x + k; s += i < n && in[i] > 0; }
    s = __reduce_add_sync(~0u, s);
    if (t == 0) atomicAdd(out, s);
}
