// verdict: missed - copies the taps into shared memory

__constant__ float taps[16];

extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float copy[16];
    if (threadIdx.x < 16)
        copy[threadIdx.x] = taps[threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 16; k++)
        sum += copy[k] * in[i + k];
    out[i] = sum;
}
