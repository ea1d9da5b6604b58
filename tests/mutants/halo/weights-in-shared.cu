// verdict: missed - one warp of each block reads the weights, and brings them to shared memory
__constant__ float filter[11];
extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    __shared__ float tile[266], weights[11];
    int first = blockIdx.x * blockDim.x - 5;
    for (int j = threadIdx.x; j < blockDim.x + 10; j += blockDim.x) {
        int from = first + j;
        tile[j] = from >= 0 && from < n ? in[from] : 0;
    }
    if (threadIdx.x < 32) { for (int k = 0; k < 11; k++) { float f = filter[k]; if (threadIdx.x == 0) weights[k] = f; } }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k <= 10; k++) sum += weights[k] * tile[threadIdx.x + k];
    out[i] = sum;
}
