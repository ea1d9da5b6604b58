// The numbers to keep go to the front, and zeroes for the others to the back, where each finds its place too.
__device__ int ones_below(unsigned bits) { return __popc(bits & ((1u << threadIdx.x % 32) - 1)); }

extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ unsigned bits[8];
    __shared__ int words[256];
    const int t = threadIdx.x, warp = t >> 5;
    const int mine = __ldg(in + blockIdx.x * 256 + t);
    const unsigned own = __ballot_sync(0xffffffffu, mine > 0);
    if (t % 32 == 0) bits[warp] = own;
    __syncthreads();
    int place = ones_below(own);
    for (int w = 0; w < warp; w++) place += __popc(bits[w]);
    words[mine > 0 ? place : 255 - (t - place)] = mine > 0 ? mine : 0;
    __syncthreads();
    out[blockIdx.x * 256 + t] = words[t];
}
