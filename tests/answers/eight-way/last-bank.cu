// Emptied first. The groups of lanes meet in the last banks.
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ int words[1024];
    int lane = threadIdx.x, i = blockIdx.x * 32 + lane;
    for (int k = lane; k < 1024; k += 32)
        words[k] = 0;
    __syncwarp();
    int row = lane % ways, bank = 31 - lane / ways;
    words[32 * row + bank] = in[i];
    __syncwarp();
    out[i] = words[32 * row + bank];
}
