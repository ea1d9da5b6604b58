// A recursive template shifts the numbers; nobody writes an index that the compiler does not know.
template <int K> struct Move {
    static __device__ __forceinline__ void on(int (&last)[16], int now)
    {
        last[K] = K > 0 ? last[K > 0 ? K - 1 : 0] : now;
        if constexpr (K > 0)
            Move<K - 1>::on(last, now);
    }
};
extern "C" __global__ void moving_sum(const int *__restrict__ in, int *__restrict__ out, int rows, int columns)
{
    int last[16] = {}, sum = 0;
    const int *from = in + blockIdx.x * blockDim.x + threadIdx.x;
    int *to = out + blockIdx.x * blockDim.x + threadIdx.x;
    for (int left = rows; left > 0; left--, from += columns, to += columns) {
        int now = __ldg(from);
        sum += now - last[15];
        Move<15>::on(last, now);
        *to = sum;
    }
}
