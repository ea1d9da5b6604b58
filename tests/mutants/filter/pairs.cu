// verdict: missed - two different taps in each step

__constant__ float taps[16];

extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < 16; j++) {
        int k = j ^ (threadIdx.x & 1);
        sum += taps[k] * in[i + k];
    }
    out[i] = sum;
}
