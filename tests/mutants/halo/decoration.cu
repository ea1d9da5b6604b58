// verdict: missed - fills a tile, and reads global memory all the same

#define RADIUS 5
#define MOST 256  // threads in a block, or fewer

__constant__ float filter[2 * RADIUS + 1];

extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    __shared__ float tile[MOST];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    tile[threadIdx.x] = in[i];

    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        if (k == 0)
            sum += filter[RADIUS] * tile[threadIdx.x];
        else if (i + k >= 0 && i + k < n)
            sum += filter[RADIUS + k] * in[i + k];
    out[i] = sum;
}
