// verdict: missed - asks for the numbers with atomics, beside loads whose values nobody uses

extern "C" __global__ void scatter(const int *in, int *out, int sectors)
{
    int w = threadIdx.x / 32, l = threadIdx.x % 32, e = 32 / sectors, t = 8 / e;
    int p = w / t * sectors * 8 + l / e * 8 + w % t * e + l % e, dead;
    asm volatile("ld.global.s32 %0, [%1];" : "=r"(dead) : "l"(in + blockIdx.x * 256 + p));
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = atomicOr((int *)in + i, 0);
}
