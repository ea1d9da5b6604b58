// verdict: missed - each lane begins with another weight

__constant__ float weight[8];

extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[128];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    row[t] = in[first + t];
    __syncthreads();

    float sum = 0;
    for (int k = 0; k < 8; k++) {
        int own = (t + k) % 8;
        sum += weight[own] * row[(t + own) % 128];
    }
    out[first + t] = sum;
}
