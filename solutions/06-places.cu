// Exercise places: one solution.
//
// The weights are the same for all and never change: constant memory.
// The block's numbers are read by several threads: shared memory. The
// sum belongs to one thread: a register. No array is needed for it.

__constant__ float weight[8];

extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[128];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    row[t] = in[first + t];
    __syncthreads();

    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += weight[k] * row[(t + k) % 128];
    out[first + t] = sum;
}
