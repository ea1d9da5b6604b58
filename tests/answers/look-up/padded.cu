// A word is left free behind every 32.
__constant__ int table[256];
struct Table { int word[256 + 8]; __device__ int &operator[](int v) { return word[v + v / 32]; } };
extern "C" __global__ void translate(const int *in, int *out, int each)
{
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * each * size + t;
    __shared__ Table copy;
    for (int v = t; v < 256; v += size) copy[v] = table[v];
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < each; k++) { const int v = __ldg(&in[first + k * size]); out[first + k * size] = copy[v] + copy[255 ^ v]; }
}
