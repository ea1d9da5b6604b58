// verdict: missed - lane 0 reads all the numbers

extern "C" __global__ void norms(const float *in, float *out)
{
    int lane = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 256 && lane == 0; k++) {
        float x = in[blockIdx.x * 256 + k];
        sum += x * x;
    }

    if (lane == 0)
        out[blockIdx.x] = sum;
}
