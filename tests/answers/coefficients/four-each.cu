// One warp computes four numbers a thread.
__constant__ float coefficient[4];
__device__ float value(float x)
{
    float sum = coefficient[3];
    for (int k = 2; k >= 0; k--)
        sum = sum * x + coefficient[k];
    return sum;
}
extern "C" __global__ void polynomial(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x / 4 + threadIdx.x;
    if (threadIdx.x < blockDim.x / 4) {
        float4 x = reinterpret_cast<const float4 *>(in)[i];
        reinterpret_cast<float4 *>(out)[i] = make_float4(value(x.x), value(x.y), value(x.z), value(x.w));
    }
}
