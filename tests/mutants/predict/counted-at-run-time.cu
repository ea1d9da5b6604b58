// verdict: missed - the kernel counts the words of each bank, with atomics on shared memory
extern "C" __global__ void five_reads(const int *in, int *out,
                                      unsigned *code)
{
    __shared__ int words[33 * 32];
    __shared__ int most[32];
    int lane = threadIdx.x;
    for (int i = lane; i < 33 * 32; i += 32)
        words[i] = in[i];
    atomicExch(&most[lane], 0);
    __syncwarp();

    int sum = words[lane / 4 * 32];             // read 0
    sum += words[lane * 6];                     // read 1
    sum += words[lane * 33];                    // read 2
    sum += words[lane % 8 * 32 + lane / 8];     // read 3
    sum += words[lane < 16 ? 5 : 5 + 32 * 16];  // read 4
    out[lane] = sum;

    int count[5] = {0, 0, 0, 0, 0};
#pragma unroll
    for (int l = 0; l < 32; l++) {
        if (l % 4 == 0) count[0] += l / 4 * 32 % 32 == lane;
        count[1] += l * 6 % 32 == lane;
        count[2] += l * 33 % 32 == lane;
        count[3] += (l % 8 * 32 + l / 8) % 32 == lane;
        if (l % 16 == 0) count[4] += (l < 16 ? 5 : 5 + 32 * 16) % 32 == lane;
    }
#pragma unroll
    for (int r = 0; r < 5; r++)
        atomicMax(&most[r], count[r]);
    __syncwarp();
    if (lane < 5)
        code[lane] = (2166136261u ^ (40 * lane + atomicAdd(&most[lane], 0)))
                     * 16777619u;
}
