// verdict: missed - the first number of each thread by an atomic, the others plainly, warps in turns
extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{

    __shared__ int mine[64][32];
    int t = threadIdx.x, lane = t % 32, step = gridDim.x * blockDim.x;
    for (int b = t; b < 64 * 32; b += blockDim.x) mine[b / 32][b % 32] = 0;
    __syncthreads();
    bool first = true;
    for (int from = blockIdx.x * blockDim.x; from < n; from += step) {
        int i = from + t, b = i < n ? in[i] : 0, v = i < n ? weight[i] : 0;
        if (first) { atomicAdd(&mine[b][lane], v); first = false; __syncthreads(); continue; }
        for (int turn = 0; turn < blockDim.x / 32; turn++) {
            if (t / 32 == turn) mine[b][lane] += v;
            __syncthreads();
        }
    }
    for (int b = t / 32; b < 64; b += blockDim.x / 32) {
        int s = __reduce_add_sync(~0u, mine[b][lane]);
        if (lane == 0) atomicAdd(&bins[b], s);
    }
}
