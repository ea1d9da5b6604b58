// Without Horner's scheme, and with the four coefficients as one vector.
__constant__ float4 coefficient;

extern "C" __global__ void polynomial(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    out[i] = coefficient.x + coefficient.y * x + coefficient.z * x * x
             + coefficient.w * x * x * x;
}
