// Exercise coefficients: one solution.
//
// All threads read the same coefficient at the same time, and nobody
// changes it: constant memory.

__constant__ float coefficient[4];

extern "C" __global__ void polynomial(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], sum = 0;
    for (int k = 3; k >= 0; k--)
        sum = sum * x + coefficient[k];
    out[i] = sum;
}
