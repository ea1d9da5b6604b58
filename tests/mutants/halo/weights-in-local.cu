// verdict: missed - each thread copies the weights into an array in local memory, and reads them there
#define RADIUS 5
__constant__ float filter[11];
extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    __shared__ float tile[266];
    float weights[11];
    for (int k = 0; k < 11; k++) weights[k] = filter[k];
    int first = blockIdx.x * blockDim.x - RADIUS;
    for (int j = threadIdx.x; j < blockDim.x + 10; j += blockDim.x) {
        int from = first + j;
        tile[j] = from >= 0 && from < n ? in[from] : 0;
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < 11; k++) sum += ((volatile float *)weights)[k] * tile[threadIdx.x + k];
    out[i] = sum;
}
