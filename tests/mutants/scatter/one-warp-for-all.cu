// verdict: missed - one warp copies every block

extern "C" __global__ void scatter(const int *in, int *out, int sectors)
{
    if (blockIdx.x || threadIdx.x >= 32) return;
    for (int b = 0; b < gridDim.x; b++)
        for (int w = 0; w < 8; w++) {
            int l = threadIdx.x, e = 32 / sectors, t = 8 / e;
            int i = b * 256 + w / t * sectors * 8 + l / e * 8 + w % t * e + l % e;
            out[i] = in[i];
        }
}
