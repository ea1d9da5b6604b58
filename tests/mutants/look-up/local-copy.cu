// verdict: missed - each thread looks up in a copy of its own, in local memory
__constant__ int table[256];
extern "C" __global__ void translate(const int *in, int *out, int each)
{
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * each * size + t;
    __shared__ volatile int copy[256]; int mine[256];
    for (int v = t; v < 256; v += size) copy[v] = table[v];
    __syncthreads();
    for (int v = 0; v < 256; v++) mine[v] = copy[v];
    for (int k = 0; k < each; k++) { int v = in[first + k * size]; out[first + k * size] = mine[v] + mine[255 - v]; }
}
