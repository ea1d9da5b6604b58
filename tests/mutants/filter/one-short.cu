// verdict: wrong - leaves out the last tap

__constant__ float taps[16];

extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 15; k++)
        sum += taps[k] * in[i + k];
    out[i] = sum;
}
