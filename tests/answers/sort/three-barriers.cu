// a flag that all set and one clears, with three barriers in a round
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int w[256], flag;
    int t = threadIdx.x, n = blockDim.x, quiet = 0;
    w[t] = in[blockIdx.x * n + t];
    for (int r = 0; r < n && quiet < 2; r++) {
        if (t == 0) flag = 0;
        __syncthreads();
        int l = 2 * t + r % 2;
        if (l + 1 < n && w[l] > w[l + 1]) {
            int x = w[l];
            w[l] = w[l + 1];
            w[l + 1] = x;
            flag = 1;
        }
        __syncthreads();
        quiet = flag ? 0 : quiet + 1;
        __syncthreads();
    }
    out[blockIdx.x * n + t] = w[t];
}
