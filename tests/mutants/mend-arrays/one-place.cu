// verdict: missed - both arrays lie in one place, and the reader doubles
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back) {
    extern __shared__ int storage[];
    volatile int *s = storage;
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
    s[threadIdx.x] = 2 * x;
    s[threadIdx.x] = x;
    __syncthreads();
    out[i] = x + 2 * s[(threadIdx.x + blockDim.x - back) % blockDim.x];
}
