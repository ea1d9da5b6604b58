// A warp loads 32 factors in one request and hands them round.
template <int PLACES> struct Sums {
    float x[PLACES], sum[PLACES];
    __device__ void step(float f)
    {
#pragma unroll
        for (int p = 0; p < PLACES; p++)
            sum[p] = sum[p] * x[p] + f;
    }
};
extern "C" __global__ void evaluate(const float *factors, const float *in, float *out, int terms)
{
    int first = blockIdx.x * 2048 + threadIdx.x, lane = threadIdx.x % 32;
    Sums<8> s;
#pragma unroll
    for (int p = 0; p < 8; p++) {
        s.x[p] = in[first + 256 * p];
        s.sum[p] = 0;
    }
    for (int base = (terms - 1) & ~31; base >= 0; base -= 32) {
        float mine = base + lane < terms ? factors[base + lane] : 0;
        for (int k = min(31, terms - 1 - base); k >= 0; k--)
            s.step(__shfl_sync(~0u, mine, k));
    }
#pragma unroll
    for (int p = 0; p < 8; p++)
        out[first + 256 * p] = s.sum[p];
}
