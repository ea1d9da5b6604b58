// A barrier object that counts the copies by itself, in PTX.
extern "C" __global__ void mend_copy(const int *in, int *out)
{
    __shared__ __align__(16) int words[256];
    __shared__ __align__(8) unsigned long long bar;
    int t = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;
    unsigned b = (unsigned)__cvta_generic_to_shared(&bar);
    if (t == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(b) : "memory");
    __syncthreads();
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(words + 4 * t)), "l"(in + 4 * t) : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(b) : "memory");
    asm volatile("{ .reg .pred p; L: mbarrier.test_wait.parity.shared.b64 p, [%0], 0; @!p bra L; }" ::"r"(b) : "memory");
    for (int k = 0; k < 4; k++)
        out[k * 64 + t] = words[255 - k * 64 - t];
}
