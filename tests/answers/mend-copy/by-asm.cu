// The PTX instructions cp.async and cp.async.wait_all, results in pairs.
extern "C" __global__ void mend_copy(const int *in, int *out)
{
    __shared__ __align__(16) int words[256];
    const int t = threadIdx.x;
    const int *from = in + blockIdx.x * 256 + 4 * t;
    unsigned to = (unsigned)__cvta_generic_to_shared(words + 4 * t);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n cp.async.wait_all;" ::"r"(to), "l"(from)
                 : "memory");
    __syncthreads();
    int2 *pairs = (int2 *)(out + blockIdx.x * 256);
    for (int k = t; k < 128; k += 64) {
        int2 p = ((const int2 *)words)[127 - k];
        pairs[k] = make_int2(p.y, p.x);
    }
}
