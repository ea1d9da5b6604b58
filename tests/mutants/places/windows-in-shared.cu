// verdict: missed - each thread has its window in shared memory, every number lies there eight times
__constant__ float weight[8];
extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float window[8][128];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    float mine = in[first + t];
    for (int k = 0; k < 8; k++) window[k][(t - k + 128) % 128] = mine;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 8; k++) sum += weight[k] * window[k][t];
    out[first + t] = sum;
}
