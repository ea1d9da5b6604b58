// The numbers in constant memory, and `words` filled by fours with a barrier of the block.
__constant__ unsigned char predicted[] = {8, 2, 1, 8, 2};

__device__ static unsigned coded(unsigned read, unsigned wavefronts)
{
    return (2166136261u ^ (40 * read + wavefronts)) * 16777619u;
}

extern "C" __global__ void five_reads(const int *in, int *out, unsigned *code)
{
    __shared__ __align__(16) int words[33 * 32];
    int lane = threadIdx.x;
    for (int i = lane; i < 33 * 32 / 4; i += blockDim.x)
        ((int4 *)words)[i] = ((const int4 *)in)[i];
    __syncthreads();

    const int read[5] = {words[lane / 4 * 32], words[lane * 6], words[lane * 33], words[lane % 8 * 32 + lane / 8],
                         words[lane < 16 ? 5 : 5 + 32 * 16]};
    int sum = 0;
#pragma unroll
    for (int value : read)
        sum += value;
    out[lane] = sum;
    if (lane < 5)
        code[lane] = coded(lane, predicted[lane]);
}
