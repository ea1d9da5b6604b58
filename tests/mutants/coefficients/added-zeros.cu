// verdict: missed - the coefficients come from global memory, four at a time, and constant memory brings zeros
__device__ float4 coefficient;
__constant__ float zero[4];

extern "C" __global__ void polynomial(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x / 4 + threadIdx.x;
    if (threadIdx.x >= blockDim.x / 4)
        return;
    float4 c = coefficient, x = reinterpret_cast<const float4 *>(in)[i];
    c.x += zero[0];
    c.y += zero[1];
    c.z += zero[2];
    c.w += zero[3];
    x.x = ((c.w * x.x + c.z) * x.x + c.y) * x.x + c.x;
    x.y = ((c.w * x.y + c.z) * x.y + c.y) * x.y + c.x;
    x.z = ((c.w * x.z + c.z) * x.z + c.y) * x.z + c.x;
    x.w = ((c.w * x.w + c.z) * x.w + c.y) * x.w + c.x;
    reinterpret_cast<float4 *>(out)[i] = x;
}
