// A quarter of the threads make four results each.
#define RADIUS 5
#define MOST 256
__constant__ float filter[2 * RADIUS + 1];
extern "C" __global__ void smooth(const float *in, float *out, int n)
{

    __shared__ __align__(16) float tile[MOST + 16];
    int first = blockIdx.x * blockDim.x;
    for (int t = threadIdx.x; t < blockDim.x + 10; t += blockDim.x) {
        int i = first + t - RADIUS;
        tile[t] = i >= 0 && i < n ? in[i] : 0;
    }
    __syncthreads();
    if (4 * threadIdx.x >= blockDim.x) return;
    float w[16];
#pragma unroll
    for (int q = 0; q < 4; q++) {
        float4 f = ((float4 *)tile)[threadIdx.x + q];
        w[4 * q] = f.x; w[4 * q + 1] = f.y; w[4 * q + 2] = f.z; w[4 * q + 3] = f.w;
    }
    float s[4] = {0, 0, 0, 0};
#pragma unroll
    for (int k = 0; k < 11; k++) {
        float f = filter[k];
#pragma unroll
        for (int o = 0; o < 4; o++) s[o] += f * w[o + k];
    }
    int i = first + 4 * threadIdx.x;
    if (i + 3 < n) *(float4 *)&out[i] = make_float4(s[0], s[1], s[2], s[3]);
    else
#pragma unroll
        for (int o = 0; o < 4; o++)
            if (i + o < n) out[i + o] = s[o];
}
