// Exercise norms: a sum without a barrier.
//
// Each block is one warp and adds up the squares of 256 numbers. It does
// so in shared memory, round by round. Do it with shuffles: without
// shared memory, and without a barrier.
//
// Check it: type "check norms" at the prompt of Warpschool.

extern "C" __global__ void norms(const float *in, float *out)
{
    __shared__ float words[32];
    int lane = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 8; k++) {
        float x = in[blockIdx.x * 256 + k * 32 + lane];
        sum += x * x;
    }

    // TODO: lanes can read each other's registers.
    words[lane] = sum;
    __syncthreads();
    for (int half = 16; half > 0; half /= 2) {
        if (lane < half)
            words[lane] += words[lane + half];
        __syncthreads();
    }
    if (lane == 0)
        out[blockIdx.x] = words[0];
}
