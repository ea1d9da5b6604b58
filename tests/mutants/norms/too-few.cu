// verdict: wrong - four shuffles: half of the lanes are left out

extern "C" __global__ void norms(const float *in, float *out)
{
    int lane = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 8; k++) {
        float x = in[blockIdx.x * 256 + k * 32 + lane];
        sum += x * x;
    }

    for (int step = 8; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (lane == 0)
        out[blockIdx.x] = sum;
}
