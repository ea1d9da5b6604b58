// Four numbers at a time, with a halo of eight on either side, so that each four are aligned.
#define RADIUS 5
#define MOST 256
__constant__ float filter[2 * RADIUS + 1];
extern "C" __global__ void smooth(const float *in, float *out, int n)
{

    __shared__ __align__(16) float tile[MOST + 16];
    int first = blockIdx.x * blockDim.x - 8;
    for (int q = threadIdx.x; 4 * q < blockDim.x + 16; q += blockDim.x) {
        int i = first + 4 * q;
        float4 f = make_float4(0, 0, 0, 0);
        if (i >= 0 && i + 3 < n) f = *(const float4 *)&in[i];
        else {
            if (i >= 0 && i < n) f.x = in[i];
            if (i + 1 >= 0 && i + 1 < n) f.y = in[i + 1];
            if (i + 2 >= 0 && i + 2 < n) f.z = in[i + 2];
        }
        ((float4 *)tile)[q] = f;
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < 11; k++) sum += filter[k] * tile[threadIdx.x + 3 + k];
    out[i] = sum;
}
