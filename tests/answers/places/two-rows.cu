// Two copies of the row behind each other: no remainder.
__constant__ float weight[8];
extern "C" __global__ void weigh_neighbours(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float row[2][128];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    row[0][t] = row[1][t] = __ldg(in + i);
    __syncthreads();
    const float *from = &row[0][t];
    float sum = weight[0] * from[0];
#pragma unroll
    for (int k = 1; k < 8; k++)
        sum = fmaf(weight[k], from[k], sum);
    out[i] = sum;
}
