// verdict: missed - plain additions in turns between barriers

#define BINS 64
extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[BINS][128];
    for (int b = threadIdx.x; b < BINS * 128; b += blockDim.x) mine[0][b] = 0;
    __syncthreads();
    int copy = threadIdx.x % 128, step = gridDim.x * blockDim.x;
    for (int base = blockIdx.x * blockDim.x; base < n; base += step) {
        int i = base + threadIdx.x, b = i < n ? in[i] : 0, w = i < n ? weight[i] : 0;
        for (int turn = 0; turn < blockDim.x / 128; turn++) {
            if (threadIdx.x / 128 == turn && i < n) { mine[b][copy] += w; atomicAdd(&mine[0][copy], 0); }
            __syncthreads();
        }
    }
    for (int b = threadIdx.x / 32; b < BINS; b += blockDim.x / 32) {
        int l = threadIdx.x % 32;
        int s = __reduce_add_sync(~0u, mine[b][l] + mine[b][l + 32] + mine[b][l + 64] + mine[b][l + 96]);
        if (l == 0) atomicAdd(&bins[b], s);
    }
}
