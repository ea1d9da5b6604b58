// verdict: unsafe - the last threads read behind the block's numbers

__constant__ float weight[8];

extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[128];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    row[t] = in[first + t];
    __syncthreads();

    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += weight[k] * row[t + k];
    out[first + t] = sum;
}
