template <typename T, int N> struct Matrix { T at[N]; };
namespace course {
template <typename T> __global__ void reduce(const T *in, T *out) {
    __shared__ T partial[64];
    __shared__ Matrix<T, 4> other;
    partial[threadIdx.x] = in[threadIdx.x];
    other.at[threadIdx.x & 3] = 1;
    __syncthreads();
    out[0] = partial[threadIdx.x ^ 1] + other.at[0];
}
template __global__ void reduce<float>(const float *, float *);
}
