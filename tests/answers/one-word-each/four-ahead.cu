// Four numbers are fetched ahead.
extern "C" __global__ void most_frequent(const int *in, int *out,
                                         int each)
{
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int threads = gridDim.x * blockDim.x;

    __shared__ int counter[64][128];
    auto at = [&](int bin) -> int & { return counter[bin][(t + 32 * bin) % 128]; };
    for (int b = 0; b < 64; b++) at(b) = 0;
    int k = 0;
    for (; k + 4 <= each; k += 4) {
        int v[4];
#pragma unroll
        for (int j = 0; j < 4; j++) v[j] = in[(k + j) * threads + i];
#pragma unroll
        for (int j = 0; j < 4; j++) at(v[j] & 63)++;
    }
    for (; k < each; k++) at(in[k * threads + i] & 63)++;
    int most = at(0);
    for (int b = 1; b < 64; b++) most = max(most, at(b));
    out[i] = most;
}
