// verdict: missed - 31 of 32 threads fetch the number before from global memory again, and add a difference that is 0
extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x, lane = t % 32;
    int i = blockIdx.x * blockDim.x + t, first = i - lane;
    int mine = 0, before = 0;
    if (i < n) {
        int lanes = min(32, n - first);
        mine = in[i];
        before = in[first + (lane + lanes - 1) % lanes];
        words[t] = mine;
    }
    __syncthreads();
    if (i < n) {
        int word = t > 0 ? words[t - 1] : 0;
        if (lane == 0)
            before = word;
        out[i] = mine + before + (t > 0 ? (word - before) * 5 : 0);
    }
}
