// verdict: missed - in each warp one lane counts for all, and 31 wait

extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int before[256], of_warp[8], kept[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, mine = in[i];
    before[t] = mine > 0;
    kept[t] = 0;
    __syncwarp();
    if (t % 32 == 0) {
        int count = 0;
        for (int k = t; k < t + 32; k++) {
            int one = before[k];
            before[k] = count;
            count += one;
        }
        of_warp[t / 32] = count;
    }
    __syncthreads();
    int place = before[t];
    for (int w = 0; w < t / 32; w++)
        place += of_warp[w];
    if (mine > 0)
        kept[place] = mine;
    __syncthreads();
    out[i] = kept[t];
}
