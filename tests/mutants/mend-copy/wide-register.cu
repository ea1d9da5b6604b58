// verdict: missed - copies 16 bytes by way of registers
extern "C" __global__ void mend_copy(const int *in, int *out)
{
    __shared__ __align__(16) int words[256];
    int t = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;
    *(int4 *)&words[4 * t] = *(const int4 *)&in[4 * t];
    __syncthreads();
    for (int k = 0; k < 4; k++)
        out[k * 64 + t] = words[255 - k * 64 - t];
}
