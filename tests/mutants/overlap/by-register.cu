// verdict: missed - two places, filled by way of registers
#define PIECE 128
extern "C" __global__ void overlap(const float *in, float *out,
                                   int pieces)
{
    __shared__ float piece[2][PIECE];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;
    for (int p = 0; p < pieces; p++) {
        piece[p % 2][t] = mine[p * PIECE + t];
        __syncthreads();
        sum += piece[p % 2][PIECE - 1 - t] * (p + 1);
        __syncthreads();
    }
    out[blockIdx.x * PIECE + t] = sum;
}
