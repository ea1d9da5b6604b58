// A thread's neighbouring numbers are added while the bin stays the same.
extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[64][2];
    int t = threadIdx.x;
    for (int b = t; b < 128; b += blockDim.x)
        (&mine[0][0])[b] = 0;
    __syncthreads();
    const int4 *in4 = (const int4 *)in, *w4 = (const int4 *)weight;
    auto put = [&](int bin, int w) { atomicAdd(&mine[bin][t % 2], w); };
    for (int i = blockIdx.x * blockDim.x + t; i < n / 4; i += gridDim.x * blockDim.x) {
        int4 b = in4[i], w = w4[i];
        int bin = b.x, sum = w.x;
        if (b.y == bin)
            sum += w.y;
        else {
            put(bin, sum);
            bin = b.y;
            sum = w.y;
        }
        if (b.z == bin)
            sum += w.z;
        else {
            put(bin, sum);
            bin = b.z;
            sum = w.z;
        }
        if (b.w == bin)
            sum += w.w;
        else {
            put(bin, sum);
            bin = b.w;
            sum = w.w;
        }
        put(bin, sum);
    }
    int rest = n / 4 * 4 + blockIdx.x * blockDim.x + t;
    if (rest < n)
        put(in[rest], weight[rest]);
    __syncthreads();
    for (int b = t; b < 64; b += blockDim.x)
        atomicAdd(&bins[b], mine[b][0] + mine[b][1]);
}
