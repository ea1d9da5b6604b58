// A copy for each lane, in rows of 65 words; each block takes one piece of the input.
extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[32][65];
    int t = threadIdx.x, lane = t & 31;
    for (int k = t; k < 32 * 65; k += blockDim.x)
        (&mine[0][0])[k] = 0;
    __syncthreads();
    auto add = [&](int i) { atomicAdd(&mine[lane][__ldg(in + i)], __ldg(weight + i)); };
    int piece = (n + gridDim.x - 1) / gridDim.x;
    for (int i = blockIdx.x * piece + t; i < min((blockIdx.x + 1) * piece, n); i += blockDim.x)
        add(i);
    __syncthreads();
    for (int b = t; b < 64; b += blockDim.x) {
        int sum = 0;
        for (int copy = 0; copy < 32; copy++)
            sum += mine[copy][b];
        atomicAdd(&bins[b], sum);
    }
}
