// verdict: missed - the weights go to shared memory, by way of global

__device__ float weight[8];

extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[128], kept[8];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    row[t] = in[first + t];
    if (t < 8)
        kept[t] = weight[t];
    __syncthreads();

    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += kept[k] * row[(t + k) % 128];
    out[first + t] = sum;
}
