// verdict: wrong - thread 0 reads the word and writes it back: what another warp stored between is lost
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0) found = 0;
    __syncthreads();
    unsigned where = (unsigned)__cvta_generic_to_shared(&found);
    if (t == 0) {
        int old;
        asm volatile("ld.shared.s32 %0, [%1];\n\tst.shared.s32 [%1], %0;" : "=&r"(old) : "r"(where) : "memory");
    }
    if (in[i] < 0) found = 1;
    __syncthreads();
    out[i] = found;
}
