// The first eight numbers stand behind the last once more.
__constant__ float weight[8];
extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[128 + 8];
    int t = threadIdx.x;
    float mine = in[blockIdx.x * blockDim.x + t];
    row[t] = mine;
    if (t < 8)
        row[128 + t] = mine;
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++)
        sum = fmaf(row[t + k], weight[k], sum);
    out[blockIdx.x * blockDim.x + t] = sum;
}
