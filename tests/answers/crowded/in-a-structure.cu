// The numbers are members of a structure with functions.
template <int N> struct Kept {
    unsigned v[N];
    __device__ __forceinline__ void load(const unsigned *p, int step) {
#pragma unroll
        for (int k = 0; k < N; k++) v[k] = __ldg(p + (size_t)k * step);
    }
    __device__ __forceinline__ unsigned top() const {
        unsigned a = v[0], b = v[1];
#pragma unroll
        for (int k = 2; k < N; k += 2) { a = max(a, v[k]); b = max(b, v[k + 1]); }
        return max(a, b);
    }
};
extern "C" __global__ void largest_by_each(const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    Kept<96> kept;
    kept.load(in + i, gridDim.x * blockDim.x);
    const unsigned top = kept.top();
    unsigned sum = 0;
#pragma unroll
    for (int k = 95; k >= 0; k--) sum += top % kept.v[k] * (k + 1);
    out[i] = sum;
}
