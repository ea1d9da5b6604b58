// verdict: missed - only one of the arrays lies in shared memory

extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ int ints[];
    int t = threadIdx.x, dead;
    if (t < na) ints[t] = a[t];
    __syncthreads();
    if (t < nb) {
        asm volatile("ld.shared.s32 %0, [%1];" : "=r"(dead) : "r"((unsigned)__cvta_generic_to_shared(ints)));
        out[nb - 1 - t] = b[t] * ints[(nb - t) % na];
    }
}
