// verdict: missed - reads with the results of five, in one read

// The wavefronts of read 0, 1, 2, 3 and 4.
__device__ const int predicted[5] = {8, 2, 1, 8, 2};

extern "C" __global__ void five_reads(const int *in, int *out,
                                      unsigned *code)
{
    __shared__ int words[33 * 32];
    int lane = threadIdx.x;
    for (int i = lane; i < 33 * 32; i += 32)
        words[i] = in[i];
    __syncwarp();

    int sum = in[lane / 4 * 32] + in[lane * 6] + in[lane * 33]
              + in[lane % 8 * 32 + lane / 8]
              + in[lane < 16 ? 5 : 5 + 32 * 16] + 0 * words[lane];
    out[lane] = sum;

    // The check compares only these codes, and says how many are right.
    if (lane < 5)
        code[lane] = (2166136261u ^ (40 * lane + predicted[lane]))
                     * 16777619u;
}
