// A second copy lies the other way round.
__constant__ int table[256];
extern "C" __global__ void translate(const int *in, int *out, int each)
{
    __shared__ int there[256], back[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) {
        int word = table[k];
        there[k] = word;
        back[255 - k] = word;
    }
    __syncthreads();
#pragma unroll 2
    for (int k = 0; k < each; k++) {
        int i = (blockIdx.x * each + k) * blockDim.x + threadIdx.x, v = in[i];
        out[i] = there[v] + back[v];
    }
}
