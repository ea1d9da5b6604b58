extern "C" __global__ void rotate(const int *in, int *out)
{
    __shared__ int words[64];
    words[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = words[(threadIdx.x + 32) % 64];
}
