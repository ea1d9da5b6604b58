// verdict: unsafe - a neighbour's number is read before it is there

__constant__ float weight[8];

extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[128];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    row[t] = in[first + t];

    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += weight[k] * row[(t + k) % 128];
    out[first + t] = sum;
}
