// The sign of the word tells, and the writing is a function's.
struct Word { int sign; };
__device__ __forceinline__ void mark(Word &w, int v) { if (v < 0) w.sign = v; }
extern "C" __global__ void any_negative(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ Word w;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (!threadIdx.x) w.sign = 1;
    __syncthreads();
    mark(w, in[i]);
    __syncthreads();
    out[i] = w.sign < 0;
}
