// verdict: missed - the lanes of a warp want four coefficients at a time
__constant__ float coefficient[4];
extern "C" __global__ void polynomial(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; float x = in[i], s = 0;
    for (int j = 0; j < 4; j++) { int k = (threadIdx.x + j) & 3; float p = 1; for (int m = 0; m < k; m++) p *= x; s += coefficient[k] * p; }
    out[i] = s;
}
