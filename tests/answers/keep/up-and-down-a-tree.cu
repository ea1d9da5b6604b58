// a work-efficient scan of the flags, and each thread stores its own number
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int s[256];
    __shared__ int total;
    const int t = threadIdx.x, base = blockIdx.x * 256;
    const int x = in[base + t];
    s[t] = x > 0 ? 1 : 0;
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        const int right = 2 * d * (t + 1) - 1;
        if (right < 256)
            s[right] += s[right - d];
    }
    __syncthreads();
    if (t == 0) {
        total = s[255];
        s[255] = 0;
    }
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        const int right = 2 * d * (t + 1) - 1;
        if (right < 256) {
            const int left = s[right - d];
            s[right - d] = s[right];
            s[right] += left;
        }
    }
    __syncthreads();
    if (x > 0)
        out[base + s[t]] = x;
    if (t >= total)
        out[base + t] = 0;
}
