// verdict: missed - one warp puts all pairs in order
#define MOST 256
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x, n = blockDim.x, f = blockIdx.x * n;
    // sixteen numbers a lane of one warp; others only come to the barriers
    words[t] = in[f + t];
    __syncthreads();
    int quiet = 0;
    for (int r = 0; r < n + 2 && quiet < 2; r++) {
        int moved = 0;
        if (t < 32)
            for (int l = 2 * t + (r & 1); l + 1 < n; l += 64)
                if (words[l] > words[l + 1]) {
                    int x = words[l];
                    words[l] = words[l + 1];
                    words[l + 1] = x;
                    moved = 1;
                }
        moved = __syncthreads_or(moved);
        quiet = moved ? 0 : quiet + 1;
    }
    out[f + t] = words[t];
}
