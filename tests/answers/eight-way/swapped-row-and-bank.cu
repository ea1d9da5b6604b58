// A two-dimensional array and a helper; the rows are taken from the last one up.
struct Place { int row, bank; };

__device__ Place place_of(int lane, int ways)
{
    int bank = lane / ways;
    return {31 - (lane - bank * ways), bank};
}

extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ int words[32][32];
    const int lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + lane;
    const Place p = place_of(lane, ways);
    words[p.row][p.bank] = in[i];
    __syncwarp();
    out[i] = words[p.row][p.bank];
}
