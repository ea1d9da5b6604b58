// verdict: missed - copied by fours, and the reads of constant memory that are left are look-ups
__constant__ int4 table[64];
extern "C" __global__ void translate(const int *in, int *out, int each)
{
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * each * size + t;
    __shared__ int4 copy4[64]; const int *copy = (const int *)copy4, *direct = (const int *)table;
    if (t < 64) copy4[t] = table[t];
    __syncthreads();
    for (int k = 0; k < each; k++) { int v = in[first + k * size];
      int b = k == 0 && t < 64 ? direct[255 - v] : copy[255 - v];
      out[first + k * size] = copy[v] + b; }
}
