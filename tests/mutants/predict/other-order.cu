// verdict: missed - the lanes of two reads exchange what they read
//
// Read 0: eight different words, all in bank 0. Read 1: the greatest
// common divisor of 6 and 32 is 2. Read 2: an odd stride. Read 3: four
// banks, and eight different words in each. Read 4: two words, both in
// bank 5.

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

    int sum = words[lane < 16 ? lane / 4 * 32 : lane * 6];             // read 0
    sum += words[lane < 16 ? lane * 6 : lane / 4 * 32];                     // read 1
    sum += words[lane * 33];                    // read 2
    sum += words[lane % 8 * 32 + lane / 8];     // read 3
    sum += words[lane < 16 ? 5 : 5 + 32 * 16];  // read 4
    out[lane] = sum;

    // The check compares only these codes, and says how many are right.
    if (lane < 5)
        code[lane] = (2166136261u ^ (40 * lane + predicted[lane]))
                     * 16777619u;
}
