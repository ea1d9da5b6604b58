__constant__ int table[256];

extern "C" __global__ void translate(const int *in, int *out, int each)
{
    __shared__ int copy[256];
    if (threadIdx.x < 64)
        for (int k = 0; k < 4; k++)
            copy[64 * k + threadIdx.x] = table[64 * k + threadIdx.x];
    __syncthreads();
    int size = blockDim.x;
    for (int k = 0; k < each; k++) {
        int i = (blockIdx.x * each + k) * size + threadIdx.x;
        int a = copy[in[i]];
        int b = copy[255 - in[i]];
        out[i] = a + b;
    }
}
