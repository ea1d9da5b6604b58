// The weights lie in registers before the tile is fetched.
__constant__ float filter[11];
extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    __shared__ float tile[266];
    float w[11];
#pragma unroll
    for (int k = 0; k < 11; k++) w[k] = filter[k];
    int first = blockIdx.x * blockDim.x - 5;
    for (int j = threadIdx.x; j < blockDim.x + 10; j += blockDim.x) {
        int from = first + j;
        tile[j] = from >= 0 && from < n ? in[from] : 0;
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k <= 10; k++) sum += w[k] * tile[threadIdx.x + k];
    if (i < n) out[i] = sum;
}
