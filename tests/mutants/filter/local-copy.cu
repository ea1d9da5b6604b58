// verdict: missed - copies the taps to local memory, and reads them there in the order that was wrong
__constant__ float taps[16];
extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float copy[16];
    for (int j = 0; j < 16; j++)
        copy[j] = taps[j];
    float sum = 0;
    #pragma unroll 1
    for (int j = 0; j < 16; j++) {
        int k = (j + threadIdx.x) % 16;
        sum += copy[k] * in[i + k];
    }
    out[i] = sum;
}
