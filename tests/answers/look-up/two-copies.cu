// One copy of the table for even lanes, one for odd.
__constant__ int table[256];
extern "C" __global__ void translate(const int *in, int *out, int each)
{
    __shared__ int words[512];
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        words[2 * k] = words[2 * k + 1] = table[k];
    __syncthreads();
    int odd = threadIdx.x & 1;
    for (int k = 0; k < each; k++) {
        int i = (blockIdx.x * each + k) * blockDim.x + threadIdx.x, n = in[i];
        out[i] = words[2 * n + odd] + words[2 * (255 - n) + odd];
    }
}
