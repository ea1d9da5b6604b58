// verdict: missed - each lane stores its word in sixteen places, and reads one of them
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ int4 words[256];
    int lane = threadIdx.x, i = blockIdx.x * 32 + lane, v = in[i];
    for (int k = 0; k < 4; k++)
        words[lane * 8 + k] = make_int4(v, v, v, v);
    __syncthreads();
    out[i] = ((int *)words)[lane * 32 + lane / ways];
}
