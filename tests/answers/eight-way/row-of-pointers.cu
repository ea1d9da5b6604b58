// A matrix of rows; the lane's row and column by division.
extern "C" __global__ void n_way(const int *__restrict__ in, int *__restrict__ out, int ways)
{
    __shared__ int words[32][32];
    const unsigned lane = threadIdx.x, i = blockIdx.x * blockDim.x + lane;
    const unsigned bank = 31 - lane / (unsigned)ways, row = lane - lane / (unsigned)ways * (unsigned)ways;
    int (*mine)[32] = &words[row];
    (*mine)[bank] = __ldg(&in[i]);
    __syncwarp();
    out[i] = (*mine)[bank];
}
