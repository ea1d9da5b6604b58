// Lane n begins in column n; a mask in the place of the remainder, and four sums.
extern "C" __global__ void row_sums(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int tile[32][32];
    const int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 1024;
#pragma unroll 8
    for (int row = 0; row < 32; row++)
        tile[row][lane] = __ldg(rows + row * 32 + lane);
    __syncwarp();
    int part[4] = {};
#pragma unroll
    for (int k = 0; k < 32; k++)
        part[k % 4] += tile[lane][(lane - k) & 31];
    out[blockIdx.x * 32 + lane] = part[0] + part[1] + part[2] + part[3];
}
