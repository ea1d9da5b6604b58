// verdict: missed - half of the warps compute two numbers a thread

__constant__ float filter[11];

extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    __shared__ float tile[266];
    int size = blockDim.x, first = blockIdx.x * size;
    for (int k = threadIdx.x; k < size + 10; k += size) {
        int i = first - 5 + k;
        tile[k] = i >= 0 && i < n ? in[i] : 0;
    }
    __syncthreads();
    int half = size > 32 ? size / 2 : 32;
    for (int t = threadIdx.x; t < size && threadIdx.x < half; t += half) {
        float sum = 0;
        for (int k = 0; k < 11; k++)
            sum += filter[k] * tile[t + k];
        if (first + t < n)
            out[first + t] = sum;
    }
}
