// verdict: missed - the kernel counts the banks itself, with votes and shuffles
__device__ int ways(int word)
{
    int most = 0, bank = word & 31;
    for (int b = 0; b < 32; b++) {
        unsigned in_bank = __ballot_sync(~0u, bank == b); int n = 0;
        unsigned left = in_bank;
        for (int l = 0; l < 32; l++) { int w = __shfl_sync(~0u, word, l); if (left >> l & 1) { n++; left &= ~__ballot_sync(~0u, word == w); } else __ballot_sync(~0u, word == w); }
        most = max(most, n);
    }
    return most;
}
extern "C" __global__ void five_reads(const int *in, int *out, unsigned *code)
{
    __shared__ int words[33 * 32];
    int lane = threadIdx.x;
    for (int i = lane; i < 33 * 32; i += 32) words[i] = in[i];
    __syncwarp();
    int a[5] = {lane / 4 * 32, lane * 6, lane * 33, lane % 8 * 32 + lane / 8, lane < 16 ? 5 : 5 + 32 * 16};
    int sum = 0, predicted[5];
    for (int k = 0; k < 5; k++) { sum += words[a[k]]; predicted[k] = ways(a[k]); }
    out[lane] = sum;
    for (int k = 0; k < 5; k++) if (lane == k) code[lane] = (2166136261u ^ (40 * lane + predicted[k])) * 16777619u;
}
