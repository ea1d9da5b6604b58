// Doubles come up from the lanes below.
extern "C" __global__ void norms(const float *in, float *out) {
    double sum = 0;
    for (int k = threadIdx.x; k < 256; k += 32) {
        double x = in[blockIdx.x * 256 + k];
        sum += x * x;
    }
    for (int s = 1; s < 32; s += s)
        sum += __shfl_up_sync(0xffffffff, sum, s) * ((threadIdx.x & (2 * s - 1)) == 2 * s - 1);
    if (threadIdx.x == 31) out[blockIdx.x] = (float)sum;
}
