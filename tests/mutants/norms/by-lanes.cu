// verdict: missed - every lane adds up the squares of all 256 numbers
extern "C" __global__ void norms(const float *in, float *out)
{
    int lane = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 8; k++) {
        float x = in[blockIdx.x * 256 + k * 32 + lane];
        for (int l = 0; l < 32; l++) {
            float y = __shfl_sync(0xffffffff, x, l);
            sum += y * y;
        }
    }
    if (lane == 0)
        out[blockIdx.x] = sum;
}
