// Stores by inline PTX, of 1 or 2 by the parity of the warp.
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ unsigned found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    unsigned p = (unsigned)__cvta_generic_to_shared(&found);
    if (t == 0) asm volatile("st.shared.b32 [%0], 0;" ::"r"(p) : "memory");
    asm volatile("bar.sync 0;" ::: "memory");
    if (in[i] < 0) asm volatile("st.shared.b32 [%0], %1;" ::"r"(p), "r"(1 + t / 32 % 2) : "memory");
    asm volatile("bar.sync 0;" ::: "memory");
    out[i] = found ? 1 : 0;
}
