// A quarter of the threads writes the results, four at a time.
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int4 quads[64];
    __shared__ int ends[8];
    int *words = (int *)quads;
    int t = threadIdx.x, lane = t % 32;
    if (t < 64) quads[t] = make_int4(0, 0, 0, 0);
    int mine = in[blockIdx.x * 256 + t], sum = mine > 0;
    for (int far = 1; far < 32; far *= 2) {
        int lower = __shfl_up_sync(~0u, sum, far);
        if (lane >= far) sum += lower;
    }
    if (lane == 31) ends[t / 32] = sum;
    __syncthreads();
    for (int w = t / 32; w-- > 0;) sum += ends[w];
    if (mine > 0) words[sum - 1] = mine;
    __syncthreads();
    if (t < 64) ((int4 *)out)[blockIdx.x * 64 + t] = quads[t];
}
