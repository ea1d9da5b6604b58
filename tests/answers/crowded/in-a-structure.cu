// The numbers are members of a structure with functions.
template <int N> struct Kept {
    int v[N];
    __device__ __forceinline__ void load(const int *p, int step) {
#pragma unroll
        for (int k = 0; k < N; k++) v[k] = __ldg(p + (size_t)k * step);
    }
    __device__ __forceinline__ int top() const {
        int a = v[0], b = v[1];
#pragma unroll
        for (int k = 2; k < N; k += 2) { a = max(a, v[k]); b = max(b, v[k + 1]); }
        return max(a, b);
    }
};
extern "C" __global__ void below_largest(const int *__restrict__ in, int *__restrict__ out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    Kept<96> kept;
    kept.load(in + i, gridDim.x * blockDim.x);
    const int top = kept.top();
    int sum = 0;
#pragma unroll
    for (int k = 95; k >= 0; k--) sum += min(top - kept.v[k], 300000) * (k + 1);
    out[i] = sum;
}
