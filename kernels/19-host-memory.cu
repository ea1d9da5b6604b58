// Kernels of the lesson "Host memory". They do little. The lesson is
// about how their numbers get to the GPU and back.

// One number in, one number out.
extern "C" __global__ void twice(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
}

// More arithmetic for the same bytes: a polynomial, again and again.
extern "C" __global__ void think(const float *in, float *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], value = x;
#pragma unroll 4
    for (int round = 0; round < rounds; round++)
        value = value * 0.5f + x;
    out[i] = value;
}

// Each number and its two neighbours. Outside of the `n` numbers there
// are zeros.
extern "C" __global__ void smooth(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int left = i > 0 ? in[i - 1] : 0;
    int right = i < n - 1 ? in[i + 1] : 0;
    out[i] = left + in[i] + right;
}

// The same for one part of the numbers. `in` begins one number before
// the part, and ends one number behind it.
extern "C" __global__ void smooth_with_halo(const int *in, int *out,
                                            int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + in[i + 1] + in[i + 2];
}

// How many numbers of each block are above a limit. A block gives back
// one number.
extern "C" __global__ void count_above(const float *in, int *out,
                                       float limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int count = __syncthreads_count(in[i] > limit);
    if (threadIdx.x == 0)
        out[blockIdx.x] = count;
}

// What count_above must compute, by one thread of each block.
extern "C" __global__ void count_above_reference(const float *in,
                                                 int *out, float limit)
{
    if (threadIdx.x > 0)
        return;
    int count = 0;
    for (int k = 0; k < blockDim.x; k++)
        count += in[blockIdx.x * blockDim.x + k] > limit;
    out[blockIdx.x] = count;
}

// One number of every `step`, as a kernel that uses little of each page.
extern "C" __global__ void touch(const float *in, float *out, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * step];
}
