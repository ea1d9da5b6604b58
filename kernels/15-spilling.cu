// Kernels of the lesson "Local memory". Each one puts something where
// registers may not be able to keep it.

// How many floats a parcel holds.
#ifndef SIZE
#define SIZE 16
#endif

struct parcel {
    float number[SIZE];
};

// A structure in the middle of a kernel. Every index is known to the
// compiler, and all numbers are needed at the end.
extern "C" __global__ void carry(const float *in, float *out, int turns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    parcel mine;
#pragma unroll
    for (int k = 0; k < SIZE; k++)
        mine.number[k] = in[k * threads + i];
#pragma unroll 1
    for (int turn = 0; turn < turns; turn++) {
        float first = mine.number[0];
#pragma unroll
        for (int k = 0; k < SIZE - 1; k++)
            mine.number[k] = mine.number[k + 1];
        mine.number[SIZE - 1] = first;
    }
    out[i] = mine.number[0];
}

// A function with twenty arguments that is really called.
static __device__ __noinline__ int
weigh(int a, int b, int c, int d, int e, int f, int g, int h, int i,
      int j, int k, int l, int m, int n, int o, int p, int q, int r,
      int s, int t)
{
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h +
           9 * i + 10 * j + 11 * k + 12 * l + 13 * m + 14 * n + 15 * o +
           16 * p + 17 * q + 18 * r + 19 * s + 20 * t;
}

extern "C" __global__ void call_with_twenty(const int *in, int *out)
{
    const int *v = in + threadIdx.x;
    out[threadIdx.x] = weigh(v[0], v[1], v[2], v[3], v[4], v[5], v[6],
                             v[7], v[8], v[9], v[10], v[11], v[12],
                             v[13], v[14], v[15], v[16], v[17], v[18],
                             v[19]);
}

// A function that gets the addresses of two variables.
static __device__ __noinline__ void stretch(int number, int *low,
                                            int *high)
{
    *low = min(*low, number);
    *high = max(*high, number);
}

extern "C" __global__ void call_by_address(const int *in, int *out,
                                           int count)
{
    int low = in[threadIdx.x], high = low;
    for (int k = 1; k < count; k++)
        stretch(in[k * 32 + threadIdx.x], &low, &high);
    out[threadIdx.x] = high - low;
}

// The same, and the compiler may put the function in its place.
static __device__ __forceinline__ void stretch_inline(int number,
                                                      int *low,
                                                      int *high)
{
    *low = min(*low, number);
    *high = max(*high, number);
}

extern "C" __global__ void no_call(const int *in, int *out, int count)
{
    int low = in[threadIdx.x], high = low;
    for (int k = 1; k < count; k++)
        stretch_inline(in[k * 32 + threadIdx.x], &low, &high);
    out[threadIdx.x] = high - low;
}

// Each call keeps eight numbers of its own, calls itself, and picks one
// of the eight by what came back.
static __device__ unsigned dig(const unsigned *in, int depth)
{
    unsigned mine[8];
    for (int k = 0; k < 8; k++)
        mine[k] = in[depth + k];
    if (depth == 0)
        return mine[threadIdx.x % 8];
    unsigned below = dig(in, depth - 1);
    return below * 3 + mine[below % 8];
}

extern "C" __global__ void go_down(const unsigned *in, unsigned *out,
                                   int depth)
{
    out[threadIdx.x] = dig(in, depth);
}

// The same from the bottom up, without calls.
extern "C" __global__ void come_up(const unsigned *in, unsigned *out,
                                   int depth)
{
    unsigned below = in[threadIdx.x % 8];
    for (int d = 1; d <= depth; d++)
        below = below * 3 + in[d + below % 8];
    out[threadIdx.x] = below;
}

// One function of the mathematical library.
extern "C" __global__ void sines(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = sinf(in[i]);
}

// 64 live numbers in each thread, moved round in a loop.
static __device__ __forceinline__ void rotate_64(const int *in, int *out,
                                                 int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int value[64];
#pragma unroll
    for (int k = 0; k < 64; k++)
        value[k] = in[k * threads + i];
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        int first = value[0];
#pragma unroll
        for (int k = 0; k < 63; k++)
            value[k] = value[k + 1] + 1;
        value[63] = first + 1;
    }
    out[i] = value[0];
}

extern "C" __global__ void rotate(const int *in, int *out, int rounds)
{
    rotate_64(in, out, rounds);
}

// The same, with the promise that a block has at most 1024 threads.
extern "C" __global__ void __launch_bounds__(1024)
    rotate_bound(const int *in, int *out, int rounds)
{
    rotate_64(in, out, rounds);
}

// The same, with the promise of at most 256 threads, and the wish that
// 8 such blocks fit on an SM.
extern "C" __global__ void __launch_bounds__(256, 8)
    rotate_eight(const int *in, int *out, int rounds)
{
    rotate_64(in, out, rounds);
}

// Each thread counts its 64 numbers in 16 counters of its own. The
// index of a counter is known only when the kernel runs.
extern "C" __global__ void count_local(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int counter[16];
    for (int k = 0; k < 16; k++)
        counter[k] = 0;
    for (int k = 0; k < 64; k++)
        counter[in[k * threads + i] & 15] += 1;
    int most = 0;
    for (int k = 0; k < 16; k++)
        most = max(most, counter[k]);
    out[i] = most;
}

// The same with counters in global memory, laid out as local memory is:
// the k-th counters of all threads lie side by side.
extern "C" __global__ void count_global(const int *in, int *out,
                                        int *counter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    for (int k = 0; k < 16; k++)
        counter[k * threads + i] = 0;
    for (int k = 0; k < 64; k++)
        counter[(in[k * threads + i] & 15) * threads + i] += 1;
    int most = 0;
    for (int k = 0; k < 16; k++)
        most = max(most, counter[k * threads + i]);
    out[i] = most;
}

// Two arrays of ten. One index is a constant, the other is not.
extern "C" __global__ void ten_known(const int *in, int *out)
{
    int array[10];
    for (int k = 0; k < 10; k++)
        array[k] = in[k * 32 + threadIdx.x];
    out[threadIdx.x] = array[3] + array[7];
}

extern "C" __global__ void ten_asked(const int *in, int *out, int steps)
{
    int array[10];
    for (int k = 0; k < 10; k++)
        array[k] = in[k * 32 + threadIdx.x];
    int place = threadIdx.x % 10;
    for (int step = 0; step < steps; step++) {
        array[place] += step;
        place = (place + array[place]) & 7;
    }
    out[threadIdx.x] = place;
}

// How often the most frequent of 16 remainders occurs among a thread's
// numbers, without an array.
static __device__ int most_frequent_of(const int *in, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int most = 0;
    for (int bin = 0; bin < 16; bin++) {
        int count = 0;
        for (int k = 0; k < each; k++)
            count += (in[k * threads + i] & 15) == bin;
        most = max(most, count);
    }
    return most;
}

// What count_local and count_global must compute.
extern "C" __global__ void most_of_64(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = most_frequent_of(in, 64);
}

extern "C" __global__ void most_of_64_beside(const int *in, int *out,
                                             int *counter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = most_frequent_of(in, 64);
}

// What the exercise "one-word-each" must compute.
extern "C" __global__ void most_frequent_reference(const int *in,
                                                   int *out, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = most_frequent_of(in, each);
}

// What the exercise "no-stack" must compute: a sum and a factor are
// carried from node to node.
extern "C" __global__ void evaluate_reference(const unsigned *number,
                                              const int *next,
                                              unsigned *out, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned value = 0, factor = 1;
    for (int node = i, k = 0; k < length; node = next[node], k++) {
        value += factor * number[node];
        factor *= 3;
    }
    out[i] = value;
}
