// The middle by all threads, the two ends by the first ten.
__constant__ float filter[11];

__device__ float number(const float *in, int i, int n)
{
    return i >= 0 && i < n ? in[i] : 0.0f;
}

extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    __shared__ float tile[5 + 256 + 5];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tile[5 + t] = number(in, i, n);
    if (t < 5)
        tile[t] = number(in, i - 5, n);
    else if (t < 10)
        tile[blockDim.x + t] = number(in, i + blockDim.x - 5, n);
    __syncthreads();
    if (i >= n)
        return;
    float sum = filter[5] * tile[t + 5];
    for (int k = 1; k <= 5; k++) {
        sum += filter[5 - k] * tile[t + 5 - k];
        sum += filter[5 + k] * tile[t + 5 + k];
    }
    out[i] = sum;
}
