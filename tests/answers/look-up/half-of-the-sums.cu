// The sum for x is that for 255 - x: half of them are added up, and each is stored twice.

__constant__ int table[256];

extern "C" __global__ void translate(const int *in, int *out, int each)
{
    __shared__ int sum[256];
    for (int k = threadIdx.x; k < 128; k += blockDim.x)
        sum[k] = sum[255 - k] = table[k] + table[255 - k];
    __syncthreads();

    for (int k = 0; k < each; k++) {
        int i = (blockIdx.x * each + k) * blockDim.x + threadIdx.x;
        out[i] = sum[in[i]];
    }
}
