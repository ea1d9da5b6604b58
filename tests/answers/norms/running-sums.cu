// A sum of all lanes up to this one.
extern "C" __global__ void norms(const float *in, float *out)
{
    int lane = threadIdx.x; in += blockIdx.x * 256; float s = 0;
    for (int k = 7; k >= 0; --k) s += in[k * 32 + (lane ^ 31)] * in[k * 32 + (lane ^ 31)];
    for (int d = 1; d < 32; d <<= 1) { float o = __shfl_up_sync(~0u, s, d); if (lane >= d) s += o; }
    if (lane == 31) out[blockIdx.x] = s;
}
