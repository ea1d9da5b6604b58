// verdict: wrong - two entries of 16 bits in a word
__constant__ int table[256];
extern "C" __global__ void translate(const int *in, int *out, int each)
{
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * each * size + t;
    __shared__ int both[256];
    for (int v = t; v < 128; v += size) { int a = table[v], b = table[255 - v]; both[v] = (a & 65535) | b << 16; both[255 - v] = both[v]; }
    __syncthreads();
    for (int k = 0; k < each; k++) { int w = both[in[first + k * size]]; out[first + k * size] = (short)w + (w >> 16); }
}
