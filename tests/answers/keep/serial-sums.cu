// Thread 0 adds up the counts of the eight warps.
extern "C" __global__ void keep(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int begins[9], words[256];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const int mine = __ldg(in + blockIdx.x * 256 + t);
    const bool kept = mine > 0;
    const unsigned all = __ballot_sync(~0u, kept);
    if (lane == 0) begins[warp] = __popc(all);
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int w = 0; w < 8; w++) {
            int count = begins[w];
            begins[w] = sum;
            sum += count;
        }
        begins[8] = sum;
    }
    __syncthreads();
    if (kept) words[begins[warp] + __popc(all & ((1u << lane) - 1))] = mine;
    __syncthreads();
    out[blockIdx.x * 256 + t] = t < begins[8] ? words[t] : 0;
}
