// verdict: missed - each thread puts its eight products into shared memory, and eight products are read back
__constant__ float weight[8];
extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float product[128 * 8];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    float mine = in[first + t];
    for (int k = 0; k < 8; k++) product[k * 128 + t] = mine * weight[k];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 8; k++) sum += product[k * 128 + (t + k) % 128];
    out[first + t] = sum;
}
