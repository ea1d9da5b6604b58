// verdict: missed - one warp of each block does the work of all

__constant__ float coefficient[4];

extern "C" __global__ void polynomial(const float *in, float *out)
{
    if (threadIdx.x >= 32)
        return;
    for (int t = threadIdx.x; t < blockDim.x; t += 32) {
        int i = blockIdx.x * blockDim.x + t;
        float x = in[i], sum = 0;
        for (int k = 3; k >= 0; k--)
            sum = sum * x + coefficient[k];
        out[i] = sum;
    }
}
