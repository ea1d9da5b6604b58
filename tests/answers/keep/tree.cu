// A tree over the 256 ones and zeroes, up and down, in shared memory.
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int count[256], kept[256];
    int t = threadIdx.x, v = in[blockIdx.x * 256 + t];
    count[t] = v > 0;
    kept[t] = 0;
    for (int step = 1; step < 256; step *= 2) {
        __syncthreads();
        int right = (2 * t + 2) * step - 1;
        if (right < 256)
            count[right] += count[right - step];
    }
    __syncthreads();
    if (t == 255)
        count[255] = 0;
    for (int step = 128; step > 0; step /= 2) {
        __syncthreads();
        int right = (2 * t + 2) * step - 1;
        if (right < 256) {
            int left = count[right - step];
            count[right - step] = count[right];
            count[right] += left;
        }
    }
    __syncthreads();
    if (v > 0)
        kept[count[t]] = v;
    __syncthreads();
    out[blockIdx.x * 256 + t] = kept[t];
}
