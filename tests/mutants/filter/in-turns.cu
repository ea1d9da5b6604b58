// verdict: missed - each tap is read by the lanes that want it, one tap after another
__constant__ float taps[16];
extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < 16; j++) {
        int k = (j + threadIdx.x) % 16;
        float tap = 0;
        for (int turn = 0; turn < 16; turn++)
            if (k == turn)
                tap = *const_cast<const volatile float *>(&taps[k]);
        sum += tap * in[i + k];
    }
    out[i] = sum;
}
