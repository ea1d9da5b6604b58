// verdict: missed - an atomic for each lane

extern "C" __global__ void norms(const float *in, float *out)
{
    int lane = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 8; k++) {
        float x = in[blockIdx.x * 256 + k * 32 + lane];
        sum += x * x;
    }

    if (lane == 0)
        out[blockIdx.x] = 0;
    __syncwarp();
    atomicAdd(&out[blockIdx.x], sum);
}
