// a seventeenth word of each thread has the largest count, which atomicMax raises
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ int counter[17][128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    for (int b = 0; b < 17; b++) counter[b][t] = 0;
    for (int k = 0; k < each; k++)
        atomicMax(&counter[16][t], atomicAdd(&counter[in[k * gridDim.x * 128 + i] & 15][t], 1) + 1);
    out[i] = counter[16][t];
}
