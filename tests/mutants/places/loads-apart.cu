// verdict: missed - neighbouring lanes load numbers that are nine apart
__constant__ float weight[8];
extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[128];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x, other = t * 9 % 128;
    row[other] = in[first + other];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += weight[k] * row[(t + k) % 128];
    out[first + t] = sum;
}
