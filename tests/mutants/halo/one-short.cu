// verdict: unsafe - the last word of the right halo is never fetched

#define RADIUS 5
#define MOST 256  // threads in a block, or fewer

__constant__ float filter[2 * RADIUS + 1];

extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    __shared__ float tile[RADIUS + MOST + RADIUS];
    int first = blockIdx.x * blockDim.x - RADIUS;
    for (int j = threadIdx.x; j < blockDim.x + 2 * RADIUS - 1;
         j += blockDim.x) {
        int from = first + j;
        tile[j] = from >= 0 && from < n ? in[from] : 0;
    }
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k <= 2 * RADIUS; k++)
        sum += filter[k] * tile[threadIdx.x + k];
    out[i] = sum;
}
