// verdict: missed - each lane keeps a tap, and the trick goes on with shuffles

__constant__ float taps[16];

extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = 0, sum = 0;
    for (int k = 0; k < 16; k++) {
        float tap = taps[k];
        mine = threadIdx.x % 16 == k ? tap : mine;
    }
    for (int j = 0; j < 16; j++) {
        int k = (j + threadIdx.x) % 16;
        sum += __shfl_sync(0xffffffff, mine, k) * in[i + k];
    }
    out[i] = sum;
}
