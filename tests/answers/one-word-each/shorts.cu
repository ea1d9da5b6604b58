// counters of 16 bits: two threads of different warps share a word, and the bank is the lane
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ unsigned short counters[16][64][2];
    const int t = threadIdx.x, i = blockIdx.x * 128 + t;
    auto mine = [&](int bin) -> unsigned short & { return counters[bin][t % 64][t / 64]; };
    for (int bin = 0; bin < 16; bin++)
        mine(bin) = 0;
    for (int k = 0; k < each; k++)
        mine(in[k * gridDim.x * 128 + i] & 15)++;
    unsigned most = 0;
    for (int bin = 0; bin < 16; bin++)
        most = max(most, (unsigned)mine(bin));
    out[i] = most;
}
