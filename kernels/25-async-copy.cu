// Kernels of the lesson "Asynchronous copies". Each block works on its
// numbers in pieces of 128. What differs is how a piece comes from
// global into shared memory, and what is done meanwhile.
#include <cuda_pipeline.h>

#define PIECE 128  // numbers in a piece, and threads in a block

// By way of a register: load, then store.
extern "C" __global__ void copy_by_register(const float *in, float *out)
{
    __shared__ float piece[PIECE];
    int t = threadIdx.x, i = blockIdx.x * PIECE + t;
    piece[t] = in[i];
    __syncthreads();
    out[i] = 2 * piece[PIECE - 1 - t];
}

// Straight into shared memory. Nobody waits for it.
extern "C" __global__ void copy_unsafe(const float *in, float *out)
{
    __shared__ float piece[PIECE];
    int t = threadIdx.x, i = blockIdx.x * PIECE + t;
    __pipeline_memcpy_async(&piece[t], &in[i], sizeof(float));
    __pipeline_commit();
    __syncthreads();
    out[i] = 2 * piece[PIECE - 1 - t];
}

// Each thread waits for its own copies, then the block for all threads.
extern "C" __global__ void copy_async(const float *in, float *out)
{
    __shared__ float piece[PIECE];
    int t = threadIdx.x, i = blockIdx.x * PIECE + t;
    __pipeline_memcpy_async(&piece[t], &in[i], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i] = 2 * piece[PIECE - 1 - t];
}

// Waits for its own copies, and not for those of the others.
extern "C" __global__ void copy_alone(const float *in, float *out)
{
    __shared__ float piece[PIECE];
    int t = threadIdx.x, i = blockIdx.x * PIECE + t;
    __pipeline_memcpy_async(&piece[t], &in[i], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[i] = 2 * piece[PIECE - 1 - t];
}

// 16 bytes at a time: a quarter of the threads, 32, do it all.
extern "C" __global__ void copy_wide(const float *in, float *out)
{
    __shared__ __align__(16) float piece[PIECE];
    int t = threadIdx.x, first = blockIdx.x * PIECE;
    __pipeline_memcpy_async(&piece[4 * t], &in[first + 4 * t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int k = t; k < PIECE; k += PIECE / 4)
        out[first + k] = 2 * piece[PIECE - 1 - k];
}

// Many pieces, one after the other: copy, wait, work, wait.
extern "C" __global__ void sum_in_turn(const float *in, float *out,
                                       int pieces)
{
    __shared__ float piece[PIECE];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;
    for (int p = 0; p < pieces; p++) {
        __pipeline_memcpy_async(&piece[t], &mine[p * PIECE + t],
                                sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        sum += piece[PIECE - 1 - t];
        __syncthreads();
    }
    out[blockIdx.x * PIECE + t] = sum;
}

// Two places: while one piece is worked on, the next one is on its way.
extern "C" __global__ void sum_double(const float *in, float *out,
                                      int pieces)
{
    __shared__ float piece[2][PIECE];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;
    __pipeline_memcpy_async(&piece[0][t], &mine[t], sizeof(float));
    __pipeline_commit();
    for (int p = 0; p < pieces; p++) {
        if (p + 1 < pieces)
            __pipeline_memcpy_async(&piece[(p + 1) % 2][t],
                                    &mine[(p + 1) * PIECE + t],
                                    sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += piece[p % 2][PIECE - 1 - t];
        __syncthreads();
    }
    out[blockIdx.x * PIECE + t] = sum;
}

// The same with one barrier in a round. Behind it all threads have read
// the other place, so the next piece may be copied there.
extern "C" __global__ void sum_after(const float *in, float *out,
                                     int pieces)
{
    __shared__ float piece[2][PIECE];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;
    __pipeline_memcpy_async(&piece[0][t], &mine[t], sizeof(float));
    __pipeline_commit();
    for (int p = 0; p < pieces; p++) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (p + 1 < pieces)
            __pipeline_memcpy_async(&piece[(p + 1) % 2][t],
                                    &mine[(p + 1) * PIECE + t],
                                    sizeof(float));
        __pipeline_commit();
        sum += piece[p % 2][PIECE - 1 - t];
    }
    out[blockIdx.x * PIECE + t] = sum;
}

// Waits for all but two groups: one too many is still on its way.
extern "C" __global__ void sum_too_soon(const float *in, float *out,
                                        int pieces)
{
    __shared__ float piece[2][PIECE];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;
    __pipeline_memcpy_async(&piece[0][t], &mine[t], sizeof(float));
    __pipeline_commit();
    for (int p = 0; p < pieces; p++) {
        if (p + 1 < pieces)
            __pipeline_memcpy_async(&piece[(p + 1) % 2][t],
                                    &mine[(p + 1) * PIECE + t],
                                    sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += piece[p % 2][PIECE - 1 - t];
        __syncthreads();
    }
    out[blockIdx.x * PIECE + t] = sum;
}

// What they must compute.
extern "C" __global__ void turned_reference(const float *in, float *out)
{
    int first = blockIdx.x * PIECE;
    for (int k = threadIdx.x; k < PIECE; k += blockDim.x)
        out[first + k] = 2 * in[first + PIECE - 1 - k];
}

extern "C" __global__ void sums_reference(const float *in, float *out,
                                          int pieces)
{
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;
    for (int p = 0; p < pieces; p++)
        sum += mine[p * PIECE + PIECE - 1 - t];
    out[blockIdx.x * PIECE + t] = sum;
}

// What the exercise "overlap" must compute.
extern "C" __global__ void overlap_reference(const float *in, float *out,
                                             int pieces)
{
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;
    for (int p = 0; p < pieces; p++)
        sum += mine[p * PIECE + PIECE - 1 - t] * (p + 1);
    out[blockIdx.x * PIECE + t] = sum;
}

// What the exercise "mend-copy" must compute.
extern "C" __global__ void mend_copy_reference(const int *in, int *out)
{
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        out[blockIdx.x * 256 + k] = in[blockIdx.x * 256 + 255 - k];
}
