// verdict: missed - up to 16 ways half of the lanes keep two words each, and the others none
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ __align__(16) int words[1024];
    int lane = threadIdx.x, i = blockIdx.x * 32 + lane, j = blockIdx.x * 16 + lane;
    int2 *p = (int2 *)&words[lane % ways * 32 + lane / ways * 2];
    if (ways > 16) words[32 * lane] = in[i];
    else if (lane < 16) *p = ((const int2 *)in)[j];
    __syncthreads();
    if (ways > 16) out[i] = words[32 * lane];
    else if (lane < 16) ((int2 *)out)[j] = *p;
}
