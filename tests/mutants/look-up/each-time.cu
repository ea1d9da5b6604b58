// verdict: missed - copies the table for each number

__constant__ int table[256];

extern "C" __global__ void translate(const int *in, int *out, int each)
{
    __shared__ int copy[256];
    for (int k = 0; k < each; k++) {
        __syncthreads();
        for (int n = threadIdx.x; n < 256; n += blockDim.x)
            copy[n] = table[n];
        __syncthreads();
        int i = (blockIdx.x * each + k) * blockDim.x + threadIdx.x;
        out[i] = copy[in[i]] + copy[255 - in[i]];
    }
}
