// verdict: missed - block 0 does the work of all

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in, int *out,
                         int n, int first, int count)
{
    int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= count)
        return;
    int i = first + place;
    int left = i > 0 ? in[i - 1] : 0;
    int right = i < n - 1 ? in[i + 1] : 0;
    out[i] = left + in[i] + right;
}
#undef blockIdx

extern "C" __global__ void smooth(const int *in, int *out, int n,
                                  int first, int count)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out, n,
                 first, count);
}
