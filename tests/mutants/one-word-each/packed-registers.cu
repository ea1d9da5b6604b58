// verdict: missed - counts in registers, eight bits a counter; each number passes a word of shared memory
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ int words[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned long long low = 0, high = 0;
    volatile int *count = &words[threadIdx.x];
    *count = 0;
    int most = 0, extra[16] = {0};
    for (int k = 0; k < each; k++) {
        int which = in[k * threads + i] & 15;
        *count = which;
        unsigned long long one = 1ull << (*count % 8 * 8);
        if (which < 8)
            low += one;
        else
            high += one;
        if (k % 255 == 254 || k == each - 1) {
            for (int b = 0; b < 8; b++) {
                extra[b] += low >> (8 * b) & 255;
                extra[b + 8] += high >> (8 * b) & 255;
            }
            low = high = 0;
        }
    }
    for (int b = 0; b < 16; b++)
        most = max(most, extra[b]);
    out[i] = most;
}
