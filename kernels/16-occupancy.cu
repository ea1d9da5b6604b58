// Kernels of the lesson "Occupancy". What they compute is simple. The
// lesson is about how many of their blocks fit on an SM at a time.

// One number per thread. The launch may bring dynamic shared memory that
// nobody uses: it takes room all the same.
extern "C" __global__ void copy_one(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

// Four numbers per thread. The four loads do not wait for each other.
extern "C" __global__ void copy_four(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    float a = in[i], b = in[i + step];
    float c = in[i + 2 * step], d = in[i + 3 * step];
    out[i] = a;
    out[i + step] = b;
    out[i + 2 * step] = c;
    out[i + 3 * step] = d;
}

#ifndef LIVE
#define LIVE 16
#endif

// LIVE numbers per thread that all stay alive through a loop.
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

// The threads of block 0 make `factor` times as many rounds as others.
extern "C" __global__ void uneven(const int *in, int *out, int rounds,
                                  int factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = in[i];
    if (blockIdx.x == 0)
        rounds *= factor;
#pragma unroll 1
    for (int round = 0; round < rounds; round++)
        value = value / 2 + round;
    out[i] = value;
}

// The same: from a certain round on, block 0 works alone.
extern "C" __global__ void uneven_reference(const int *in, int *out,
                                            int rounds, int factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, value = in[i];
    for (int round = 0; round < rounds * factor; round++)
        if (round < rounds || blockIdx.x == 0)
            value = value / 2 + round;
    out[i] = value;
}

// What the exercise "room" must compute: each row of 256, the last
// number first.
extern "C" __global__ void turn_rows_reference(const int *in, int *out)
{
    int t = threadIdx.x;
    for (int row = 0; row < 40; row++) {
        int first = (blockIdx.x * 40 + row) * 256;
        out[first + t] = in[first + 255 - t];
    }
}

// What the exercise "crowded" must compute: the largest of a thread's 96
// numbers is divided by each of them, and number k's remainder counts
// k + 1 times.
extern "C" __global__ void largest_by_each_reference(const unsigned *in,
                                                     unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    unsigned largest = in[i], sum = 0;
    for (int k = 0; k < 96; k++)
        largest = max(largest, in[k * threads + i]);
    for (int k = 0; k < 96; k++)
        sum += largest % in[k * threads + i] * (k + 1);
    out[i] = sum;
}
