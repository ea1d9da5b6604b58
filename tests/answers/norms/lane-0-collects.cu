// Lane 0 collects the sums of all lanes.
extern "C" __global__ void norms(const float *in, float *out)
{
    int lane = threadIdx.x; in += blockIdx.x * 256; float s = 0;
    for (int k = 0; k < 8; k++) { float x = in[32 * k + lane]; s += x * x; }
    float all = 0; for (int k = 0; k < 32; k++) { float o = __shfl_sync(~0u, s, k); if (lane == 0) all += o; }
    if (lane == 0) out[blockIdx.x] = all;
}
