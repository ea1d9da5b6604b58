// Numbers outside are loaded from the end and put away as zeros.
__constant__ float filter[11];

extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    __shared__ float tile[266];
    int size = blockDim.x, first = blockIdx.x * size - 5;
    for (int k = threadIdx.x; k < size + 10; k += size) {
        int i = first + k;
        float number = in[max(0, min(i, n - 1))];
        tile[k] = i == max(0, min(i, n - 1)) ? number : 0;
    }
    __syncthreads();
    int i = blockIdx.x * size + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 11; k++)
        sum += filter[k] * tile[threadIdx.x + k];
    if (i < n)
        out[i] = sum;
}
