// verdict: missed - 16 lanes of each warp do the work of 32, and all of them count
extern "C" __global__ void triples(const float *in, float *out) {
    __shared__ float words[384];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, junk = t;
    for (int k = 0; k < 150; k++) asm volatile("add.s32 %0, %0, 1;" : "+r"(junk));
    const float *mine = in + blockIdx.x * 384;
    if (lane < 16)
        for (int k = 0; k < 6; k++) words[warp * 96 + k * 16 + lane] = mine[warp * 96 + k * 16 + lane];
    __syncthreads();
    if (lane < 16)
        for (int k = 0; k < 2; k++) {
            int i = warp * 32 + k * 16 + lane;
            out[blockIdx.x * 128 + i] = words[3 * i] * words[3 * i + 1] + words[3 * i + 2];
        }
}
