// verdict: missed - entries 32 words apart: all in one bank

__constant__ int table[256];

extern "C" __global__ void translate(const int *in, int *out, int each)
{
    __shared__ int copy[256 * 32];
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        copy[k * 32] = table[k];
    __syncthreads();

    for (int k = 0; k < each; k++) {
        int i = (blockIdx.x * each + k) * blockDim.x + threadIdx.x;
        out[i] = copy[in[i] * 32] + copy[(255 - in[i]) * 32];
    }
}
