// A template halves the taps, until one is left.
__constant__ float taps[16];
template <int From, int To> struct Part {
    static __device__ float sum(const float *p) {
        return Part<From, (From + To) / 2>::sum(p) + Part<(From + To) / 2, To>::sum(p);
    }
};
template <int K> struct Part<K, K + 1> {
    static __device__ float sum(const float *p) {
        return taps[K] * p[K];
    }
};
extern "C" __global__ void filter(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = Part<0, 16>::sum(in + i);
}
