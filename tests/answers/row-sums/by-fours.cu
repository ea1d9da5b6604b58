// 16 bytes a lane, in both directions. Eight lanes at a time are served,
// and they stand in eight different columns of four words.
extern "C" __global__ void row_sums(const int4 *in, int *out)
{
    __shared__ int4 tile[32][8];
    int lane = threadIdx.x, sum = 0;
    for (int k = 0; k < 8; k++) {
        int i = k * 32 + lane, row = i / 8, column = i % 8;
        tile[row][column ^ row % 8] = in[blockIdx.x * 256 + i];
    }
    __syncthreads();
    for (int k = 0; k < 8; k++) {
        int4 four = tile[lane][k ^ lane % 8];
        sum += four.x + four.y + four.z + four.w;
    }
    out[blockIdx.x * 32 + lane] = sum;
}
