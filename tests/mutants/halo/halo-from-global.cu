// verdict: missed - no halo in the tile, neighbours fetch it themselves

#define RADIUS 5
#define MOST 256  // threads in a block, or fewer

__constant__ float filter[2 * RADIUS + 1];

extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    __shared__ float tile[MOST];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i >= n)
        return;

    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) {
        int t = threadIdx.x + k;
        if (t >= 0 && t < blockDim.x)
            sum += filter[RADIUS + k] * tile[t];
        else if (i + k >= 0 && i + k < n)
            sum += filter[RADIUS + k] * in[i + k];
    }
    out[i] = sum;
}
