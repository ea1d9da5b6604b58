// verdict: missed - the coefficients go to shared memory, from global

__device__ float coefficient[4];

extern "C" __global__ void polynomial(const float *in, float *out)
{
    __shared__ float kept[4];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 4)
        kept[threadIdx.x] = coefficient[threadIdx.x];
    __syncthreads();
    float x = in[i], sum = 0;
    for (int k = 3; k >= 0; k--)
        sum = sum * x + kept[k];
    out[i] = sum;
}
