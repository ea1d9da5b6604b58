// verdict: missed - block 0 does the work of all

#define THREADS 128

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const float *in, float *out)
{
    __shared__ float words[3 * THREADS];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * 3 * THREADS;

    for (int k = 0; k < 3; k++)
        words[k * THREADS + t] = mine[k * THREADS + t];
    __syncthreads();

    float x = words[3 * t];
    float y = words[3 * t + 1];
    float z = words[3 * t + 2];
    out[blockIdx.x * THREADS + t] = x * y + z;
}
#undef blockIdx

extern "C" __global__ void triples(const float *in, float *out)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++) {
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out);
        __syncthreads();
    }
}
