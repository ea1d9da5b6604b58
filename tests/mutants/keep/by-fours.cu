// verdict: missed - each thread reads all numbers before its own, four at a time
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int4 words[64];
    __shared__ int kept[256];
    int t = threadIdx.x, first = blockIdx.x * 256;
    int mine = in[first + t];
    ((int *)words)[t] = mine > 0;
    kept[t] = 0;
    __syncthreads();
    int place = 0;
    for (int k = 0; k < t / 4; k++) {
        int4 four = words[k];
        place += four.x + four.y + four.z + four.w;
    }
    for (int k = t / 4 * 4; k < t; k++)
        place += ((int *)words)[k];
    if (mine > 0)
        kept[place] = mine;
    __syncthreads();
    out[first + t] = kept[t];
}
