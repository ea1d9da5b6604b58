// Up a tree and down again: fewer additions, and the first warp makes most of them.
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int words[256], kept[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, mine = in[i];
    words[t] = mine > 0;
    kept[t] = 0;
    for (int step = 1; step < 256; step *= 2) {
        __syncthreads();
        int right = (t + 1) * 2 * step - 1;
        if (right < 256)
            words[right] += words[right - step];
    }
    __syncthreads();
    if (t == 0)
        words[255] = 0;
    for (int step = 128; step > 0; step /= 2) {
        __syncthreads();
        int right = (t + 1) * 2 * step - 1;
        if (right < 256) {
            int left = words[right - step];
            words[right - step] = words[right];
            words[right] += left;
        }
    }
    __syncthreads();
    if (mine > 0)
        kept[words[t]] = mine;
    __syncthreads();
    out[i] = kept[t];
}
