// Four columns a thread, and a quarter of the threads.
extern "C" __global__ void above_mean(const int *in, int *out)
{
    int t = threadIdx.x, n = gridDim.x * blockDim.x / 4;
    if (t >= 32) return;
    int i = blockIdx.x * 32 + t; const int4 *p = (const int4 *)in; int4 s = {}, a = {};
#pragma unroll 1
    for (int k = 0; k < 64; k++) { int4 v = p[k * n + i]; s.x += v.x; s.y += v.y; s.z += v.z; s.w += v.w; }
#pragma unroll 1
    for (int k = 0; k < 64; k++) { int4 v = p[k * n + i]; a.x += v.x * 64 > s.x; a.y += v.y * 64 > s.y; a.z += v.z * 64 > s.z; a.w += v.w * 64 > s.w; }
    ((int4 *)out)[i] = a;
}
