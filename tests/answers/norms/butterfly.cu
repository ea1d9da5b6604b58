// A butterfly, after which all lanes have the sum; the last one stores it.
template <int STEP> __device__ float together(float v)
{
    v += __shfl_xor_sync(~0u, v, STEP);
    if constexpr (STEP > 1)
        v = together<STEP / 2>(v);
    return v;
}
extern "C" __global__ void norms(const float *__restrict__ in, float *__restrict__ out)
{
    float sum = 0;
#pragma unroll
    for (int k = 7; k >= 0; k--) {
        float x = __ldg(in + blockIdx.x * 256 + k * 32 + threadIdx.x);
        sum = fmaf(x, x, sum);
    }
    sum = together<16>(sum);
    if (threadIdx.x == 31)
        out[blockIdx.x] = sum;
}
