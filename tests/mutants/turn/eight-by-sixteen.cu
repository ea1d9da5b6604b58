// verdict: missed - shuffles turn 8 x 16, and the slab only passes pieces to the neighbour
extern "C" __global__ void turn(const float *a, float *turned, int m,
                                int k)
{
    __shared__ __align__(16) float4 slab[512];
    const float *from = a + blockIdx.y * 128 * k + blockIdx.x * 16;
    float *to = turned + blockIdx.x * 16 * m + blockIdx.y * 128;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    for (int h = 0; h < 2; h++) {
        int row0 = 64 * h + 8 * warp;
        float4 v = *(const float4 *)&from[(row0 + lane / 4) * k + 4 * (lane % 4)];
        // Lane l wants column l / 2, rows 4 * (l % 2) + 0 .. 3.
        int column = lane / 2, first = 4 * (lane % 2);
        float r[4];
        for (int j = 0; j < 4; j++) {
            int src = (first + j) * 4 + column / 4;
            float x = __shfl_sync(~0u, v.x, src), y = __shfl_sync(~0u, v.y, src);
            float z = __shfl_sync(~0u, v.z, src), w = __shfl_sync(~0u, v.w, src);
            int c = column % 4;
            r[j] = c == 0 ? x : c == 1 ? y : c == 2 ? z : w;
        }
        slab[256 * h + t] = make_float4(r[0], r[1], r[2], r[3]);
        __syncwarp();
        int u = lane ^ 1;
        *(float4 *)&to[u / 2 * m + row0 + 4 * (u % 2)] = slab[256 * h + (t ^ 1)];
    }
}
