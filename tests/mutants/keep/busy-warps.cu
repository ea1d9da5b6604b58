// verdict: missed - one warp moves all numbers, the others count to forty
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int numbers[256], kept[256];
    int t = threadIdx.x, first = blockIdx.x * 256;
    numbers[t] = in[first + t];
    kept[t] = 0;
    __syncthreads();
    if (t < 32) {
        int base = 0;
        for (int k = 0; k < 256; k += 32) {
            int mine = numbers[k + t];
            unsigned m = __ballot_sync(~0u, mine > 0);
            if (mine > 0) kept[base + __popc(m & ((1u << t) - 1))] = mine;
            base += __popc(m);
        }
    } else {
        for (int k = 0; k < 30; k++) asm volatile("" ::: "memory");
        int x = t;
#pragma unroll
        for (int k = 0; k < 40; k++) asm volatile("add.s32 %0, %0, 1;" : "+r"(x));
    }
    __syncthreads();
    out[first + t] = kept[t];
}
