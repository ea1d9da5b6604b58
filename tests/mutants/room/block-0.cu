// verdict: missed - block 0 does the work of all

#define ROWS 40

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in, int *out)
{
    __shared__ int place[2][256];
    int t = threadIdx.x;
    in += blockIdx.x * ROWS * 256;
    out += blockIdx.x * ROWS * 256;

    for (int row = 0; row < ROWS; row++) {
        int *words = place[row % 2];
        words[t] = in[row * 256 + t];
        __syncthreads();
        out[row * 256 + t] = words[255 - t];
    }
}
#undef blockIdx

extern "C" __global__ void turn_rows(const int *in, int *out)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out);
}
