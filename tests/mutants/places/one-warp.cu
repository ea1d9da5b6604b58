// verdict: missed - one of the four warps computes four numbers a thread

__constant__ float weight[8];

extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[128];
    int t = threadIdx.x, first = blockIdx.x * 128;
    row[t] = in[first + t];
    __syncthreads();
    for (int i = t; i < 128 && t < 32; i += 32) {
        float sum = 0;
        for (int k = 0; k < 8; k++)
            sum += weight[k] * row[(i + k) % 128];
        out[first + i] = sum;
    }
}
