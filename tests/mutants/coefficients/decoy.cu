// verdict: missed - another constant is read, and the coefficients
// still come from global memory

__device__ float coefficient[4];
__constant__ float unused[4];

extern "C" __global__ void polynomial(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], sum = 0, nothing = 0;
    for (int k = 3; k >= 0; k--) {
        sum = sum * x + coefficient[k];
        nothing += unused[k];
    }
    out[i] = sum + nothing;
}
