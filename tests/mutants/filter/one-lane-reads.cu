// verdict: missed - one lane reads, and hands on by a shuffle

__constant__ float taps[16];

extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float sum = 0;
    for (int k = 0; k < 16; k++) {
        float tap = lane == 0 ? taps[k] : 0;
        sum += __shfl_sync(0xffffffff, tap, 0) * in[i + k];
    }
    out[i] = sum;
}
