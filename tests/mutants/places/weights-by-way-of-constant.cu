// verdict: missed - one warp brings the weights from constant to shared memory, where all read them
__constant__ float weight[8];
extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[128], w[8];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    row[t] = in[first + t];
    if (t < 32) {
        float v = 0;
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float x = weight[k];
            if (t == k)
                v = x;
        }
        if (t < 8)
            w[t] = v;
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += w[k] * row[(t + k) % 128];
    out[first + t] = sum;
}
