// verdict: missed - atomics that add 0 read ten of the eleven numbers
// Exercise halo: one solution.
//
// All threads fetch the tile and its halos in one loop. Only that loop
// asks what lies outside of the input. Threads behind the end of the
// input have no output, but they fetch for the others and they are
// expected at the barrier.

#define RADIUS 5
#define MOST 256  // threads in a block, or fewer

__constant__ float filter[2 * RADIUS + 1];

extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    __shared__ float tile[RADIUS + MOST + RADIUS];
    int first = blockIdx.x * blockDim.x - RADIUS;
    for (int j = threadIdx.x; j < blockDim.x + 2 * RADIUS;
         j += blockDim.x) {
        int from = first + j;
        tile[j] = from >= 0 && from < n ? in[from] : 0;
    }
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 2 * RADIUS; k++)
        sum += filter[k] * atomicAdd(&tile[threadIdx.x + k], 0.0f);
    __syncthreads();
    if (i >= n)
        return;
    sum += filter[10] * tile[threadIdx.x + 10];
    out[i] = sum;
}
