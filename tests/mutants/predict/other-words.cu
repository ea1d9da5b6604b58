// verdict: missed - the right numbers, and reads without a conflict in the place of those
// Exercise predict: five predictions.
//
// One warp makes five reads from shared memory. How many wavefronts does
// each of them take? Write the five numbers. The reads must stay as they
// are.
//
// Check it: type "check predict" at the prompt of Warpschool.

// TODO: the wavefronts of read 0, 1, 2, 3 and 4.
__device__ const int predicted[5] = {8, 2, 1, 8, 2};

extern "C" __global__ void five_reads(const int *in, int *out,
                                      unsigned *code)
{
    __shared__ int words[33 * 32];
    int lane = threadIdx.x;
    for (int i = lane; i < 33 * 32; i += 32)
        words[i] = in[i];
    __syncwarp();

    int sum = in[lane / 4 * 32] + words[lane] - in[lane];             // read 0
    sum += in[lane * 6] + words[32+lane] - in[32+lane];                     // read 1
    sum += words[lane * 33];                    // read 2
    sum += words[lane % 8 * 32 + lane / 8];     // read 3
    sum += words[lane < 16 ? 5 : 5 + 32 * 16];  // read 4
    out[lane] = sum;

    // The check compares only these codes, and says how many are right.
    if (lane < 5)
        code[lane] = (2166136261u ^ (40 * lane + predicted[lane]))
                     * 16777619u;
}
