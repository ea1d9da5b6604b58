// Loads of 8 bytes, and the sum goes up the lanes.
extern "C" __global__ void norms(const float *in, float *out)
{
    int lane = threadIdx.x;
    const float2 *pairs = (const float2 *)in + blockIdx.x * 128;
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        float2 pair = pairs[k * 32 + lane];
        sum += pair.x * pair.x + pair.y * pair.y;
    }
    for (int step = 1; step < 32; step *= 2) {
        float below = __shfl_up_sync(0xffffffff, sum, step);
        if (lane >= step)
            sum += below;
    }
    if (lane == 31)
        out[blockIdx.x] = sum;
}
