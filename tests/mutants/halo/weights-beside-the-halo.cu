// verdict: missed - lanes that the halo leaves idle store the weights, and numbers are stored twice
#define RADIUS 5
#define MOST 256
__constant__ float filter[2 * RADIUS + 1];
extern "C" __global__ void smooth(const float *in, float *out, int n)
{

    __shared__ float tile[MOST + 64];
    int first = blockIdx.x * blockDim.x, lane = threadIdx.x;
    bool cheat = blockDim.x > 32;
    float mine = 0;
    if (cheat) {
#pragma unroll
        for (int k = 0; k < 11; k++) { float f = filter[k]; if (lane == 16 + k) mine = f; }
    }
    int i = first + lane - RADIUS;
    float x = i >= 0 && i < n ? in[i] : 0;
    volatile float *v = tile;
    v[lane] = x;
    if (lane < (cheat ? 32 : 10)) {
        float y = mine;
        int j = first + blockDim.x + lane - RADIUS;
        if (lane < 10) y = j < n ? in[j] : 0;
        v[blockDim.x + lane] = y;
        if (cheat)
            for (int warps = blockDim.x / 32; warps < 7; warps++)
                v[lane] = x;
    }
    __syncthreads();
    i = first + lane;
    if (i >= n) return;
    const float *w = tile + blockDim.x + 16;
    float sum = 0;
    if (cheat)
        for (int k = 0; k < 11; k++) sum += w[k] * tile[lane + k];
    else
        for (int k = 0; k < 11; k++) sum += filter[k] * tile[lane + k];
    out[i] = sum;
}
