// The largest count so far is kept while counting.
// right: running maximum in a register while counting
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, threads = gridDim.x * blockDim.x;
    __shared__ int counter[64][128];
    int most = 0;
#pragma unroll
    for (int j = 0; j < 64; j++) counter[j][t] = 0;
    for (int k = 0; k < each; k++) {
        int &c = counter[in[k * threads + i] & 63][t];
        c++; most = max(most, c);
    }
    out[i] = most;
}
