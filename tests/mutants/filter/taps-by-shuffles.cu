// verdict: missed - each lane keeps a tap, and taps and neighbours come by shuffles
__constant__ float taps[16];
extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float sum = 0;
    float mine = 0, near = in[i], far = lane < 15 ? in[i + 32] : 0;
    for (int k = 0; k < 16; k++) { float tap = taps[k]; mine = lane % 16 == k ? tap : mine; }
    for (int j = 0; j < 16; j++) {
        int k = (j + threadIdx.x) % 16, from = lane + k;
        float a = __shfl_sync(~0u, near, from % 32), b = __shfl_sync(~0u, far, from % 32);
        sum += __shfl_sync(~0u, mine, k) * (from < 32 ? a : b);
    }
    out[i] = sum;
}
