// From the front: the factor of a number is 3 for each node before it.
__device__ __forceinline__ unsigned follow(const unsigned *__restrict__ number, const int *__restrict__ next, int node)
{
    unsigned sum = 0;
    for (unsigned factor = 1; node != -1; factor += 2 * factor) {
        sum += factor * __ldg(&number[node]);
        node = __ldg(&next[node]);
    }
    return sum;
}

extern "C" __global__ void evaluate(const unsigned *number, const int *next, unsigned *out, int length)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = follow(number, next, i);
}
