// All factors go through shared memory in pieces of 64, which two warps fetch.
extern "C" __global__ void evaluate(const float *factors, const float *in, float *out, int terms)
{
    __shared__ float tile[64];
    int t = threadIdx.x, first = blockIdx.x * 2048 + t;
    float x[8], sum[8] = {};
#pragma unroll
    for (int p = 0; p < 8; p++)
        x[p] = in[first + 256 * p];
    for (int top = terms; top > 0; top -= 64) {
        int many = min(top, 64);
        __syncthreads();
        if (t < many)
            tile[t] = factors[top - 1 - t];
        __syncthreads();
        for (int k = 0; k < many; k++) {
            float f = tile[k];
#pragma unroll
            for (int p = 0; p < 8; p++)
                sum[p] = sum[p] * x[p] + f;
        }
    }
#pragma unroll
    for (int p = 0; p < 8; p++)
        out[first + 256 * p] = sum[p];
}
