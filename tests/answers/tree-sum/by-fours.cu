// Four words in one read, and a quarter of the words in each round.
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int4 words[64]; __shared__ int part[64];
    int t = threadIdx.x, n = blockDim.x;
    ((int *)words)[t] = in[blockIdx.x * n + t];
    __syncthreads();
    if (t < n / 4) { int4 v = words[t]; part[t] = v.x + v.y + v.z + v.w; }
    __syncthreads();
    if (t < n / 16) { int4 v = ((int4 *)part)[t]; ((int *)words)[t] = v.x + v.y + v.z + v.w; }
    __syncthreads();
    if (t < n / 64) { int4 v = words[t]; part[t] = v.x + v.y + v.z + v.w; }
    __syncthreads();
    if (t == 0) out[blockIdx.x] = n == 256 ? part[0] + part[1] + part[2] + part[3] : part[0];
}
