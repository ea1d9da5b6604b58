__device__ __forceinline__ float product(const float *p, int i) {
    return p[i] * p[i + 1];
}
__device__ __forceinline__ float both(const float *p, int i) {
    float a = product(p, i);
    return a + product(p, i + 7);
}
extern "C" __global__ void inlined(const float *p, float *out, int n) {
    float x = both(p, n);
    float y = both(p + 100, n);
    out[0] = product(p, 3);
    out[1] = x;
    out[2] = y;
}
