// x, y and z in three arrays, placed so that neighbours of one triple fall on different banks.
extern "C" __global__ void triples(const float *in, float *out) {
    __shared__ float words[128 * 3 + 32];
    const int at[3] = {0, 128 + 11, 256 + 22};
    int t = threadIdx.x;
    for (int k = t; k < 384; k += 128) {
        int r = k % 3;
        words[(r == 0 ? at[0] : r == 1 ? at[1] : at[2]) + k / 3] = in[blockIdx.x * 384 + k];
    }
    __syncthreads();
    out[blockIdx.x * 128 + t] = words[at[0] + t] * words[at[1] + t] + words[at[2] + t];
}
