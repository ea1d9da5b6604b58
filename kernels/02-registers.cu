// Kernels of the lesson "Registers".

// Five variables in the source. How many of them need a register?
extern "C" __global__ void named(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a = 1200;
    int b = 34;
    int c = a + b;
    int d = 2 * c;
    out[i] = d;
}

// The same without any names.
extern "C" __global__ void unnamed(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 2468;
}

// LIVE numbers per thread that are all needed at the same time. Each
// round moves them by one place and adds 1, so each of them is needed
// until the last round.
#ifndef LIVE
#define LIVE 16
#endif

extern "C" __global__ void rotate(const int *in, int *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int value[LIVE];
#pragma unroll
    for (int k = 0; k < LIVE; k++)
        value[k] = in[k * threads + i];

#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        int first = value[0];
#pragma unroll
        for (int k = 0; k < LIVE - 1; k++)
            value[k] = value[k + 1] + 1;
        value[LIVE - 1] = first + 1;
    }
    out[i] = value[0];
}

// An array whose index is known only when the kernel runs, in a loop.
// Thread t begins at element t * spread and adds 1 to each element once.
// After the last element comes the first.
extern "C" __global__ void go_round(const int *in, int *out, int spread,
                                    int steps)
{
    int t = threadIdx.x;
    int table[32];
    for (int k = 0; k < 32; k++)
        table[k] = in[k * blockDim.x + t];
    for (int step = 0; step < steps; step++)
        table[(t * spread + step) % 32] += 1;
    out[t] = table[(t * spread) % 32];
}

// One single read with an index that the compiler does not know.
extern "C" __global__ void pick(const int *in, int *out, int which)
{
    int t = threadIdx.x;
    int table[8];
    for (int k = 0; k < 8; k++)
        table[k] = in[k * blockDim.x + t];
    out[t] = table[(t + which) % 8];
}

// What the exercise "no-local" must compute: for every row of a column,
// the sum of the last 16 numbers.
extern "C" __global__ void moving_sum_reference(const int *in, int *out,
                                                int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    for (int row = 0; row < rows; row++) {
        int sum = 0;
        for (int back = 0; back < 16 && back <= row; back++)
            sum += in[(row - back) * columns + column];
        out[row * columns + column] = sum;
    }
}

// What the exercise "no-spills" must compute: how many of a thread's 64
// numbers are above their mean.
extern "C" __global__ void above_mean_reference(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int total = 0;
    for (int k = 0; k < 64; k++)
        total += in[k * threads + i];
    int above = 0;
    for (int k = 0; k < 64; k++)
        above += in[k * threads + i] * 64 > total;
    out[i] = above;
}
