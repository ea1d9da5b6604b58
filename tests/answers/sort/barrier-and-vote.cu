// a plain barrier before each vote
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int w[256];
    int t = threadIdx.x, n = blockDim.x, quiet = 0, r = 0;
    w[t] = in[blockIdx.x * n + t];
    __syncthreads();
    do {
        int l = 2 * t + r % 2, moved = l + 1 < n && w[l] > w[l + 1];
        if (moved) {
            int x = w[l];
            w[l] = w[l + 1];
            w[l + 1] = x;
        }
        __syncthreads();
        quiet = __syncthreads_count(moved) == 0 ? quiet + 1 : 0;
    } while (++r < n && quiet < 2);
    __syncthreads();
    out[blockIdx.x * n + t] = w[t];
}
