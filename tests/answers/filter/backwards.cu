__constant__ float taps[16];

extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float even = 0, odd = 0;
    for (int k = 15; k > 0; k -= 2) {
        odd += taps[k] * in[i + k];
        even += taps[k - 1] * in[i + k - 1];
    }
    out[i] = even + odd;
}
