// Asynchronous copies (cp.async): their bytes arrive when the thread that copies waits, and other threads need a barrier
// after that.
#include <cuda_pipeline.h>

// launch: <<<1, 64>>> clean
extern "C" __global__ void copy_wait_barrier(const int *in, int *out, int n) {
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void own_element_needs_no_barrier(const int *in, int *out, int n) {
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// launch: <<<1, 64>>>
extern "C" __global__ void copy_without_wait(const int *in, int *out, int n) {
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x]; // expect: race "`tile`, element 0" "copies to it with cp.async at line 27" "read by thread (0,0,0) at line 30" "__pipeline_wait_prior"
}

// launch: <<<1, 64>>>
extern "C" __global__ void copy_without_wait_for_the_others(const int *in, int *out, int n) {
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x]; // expect: race "`tile`, element 63" "__pipeline_wait_prior" "then __syncthreads() for the others"
}

// launch: <<<1, 64>>>
extern "C" __global__ void wait_without_barrier(const int *in, int *out, int n) {
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4); // expect: race "`tile`, element" "read by thread" "written by thread" "no __syncthreads()"
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[63 - threadIdx.x]; // expect: race "`tile`, element" "written by thread" "no __syncthreads()" // expect: warning uninitialised "`tile`" optional
}

// A wait after the barrier comes too late for the others.
// launch: <<<1, 64>>>
extern "C" __global__ void barrier_before_wait(const int *in, int *out, int n) {
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[63 - threadIdx.x]; // expect: race "`tile`, element 63" "copies to it with cp.async" "then __syncthreads() for the others"
}

// launch: <<<1, 32>>>
extern "C" __global__ void one_group_too_many_pending(const int *in, int *out, int n) {
    __shared__ int tile[2][32];
    for (int stage = 0; stage < 2; stage++) {
        __pipeline_memcpy_async(&tile[stage][threadIdx.x], &in[32 * stage + threadIdx.x], 4);
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    out[threadIdx.x] = tile[0][31 - threadIdx.x];
    out[32 + threadIdx.x] = tile[1][threadIdx.x]; // expect: race "`tile`, element 32" "copies to it with cp.async" "__pipeline_wait_prior"
}

// A copy that was not committed is in no group that could be waited for.
// launch: <<<1, 32>>>
extern "C" __global__ void copy_without_commit(const int *in, int *out, int n) {
    __shared__ int tile[32];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    out[threadIdx.x] = tile[threadIdx.x]; // expect: race "`tile`, element 0" "copies to it with cp.async"
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void wait_all_needs_no_commit(const int *in, int *out, int n) {
    __shared__ int tile[32];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    asm volatile("cp.async.wait_all;" ::: "memory");
    out[threadIdx.x] = tile[threadIdx.x];
}

// launch: <<<1, 32>>> n 4 clean
extern "C" __global__ void double_buffering(const int *in, int *out, int n) {
    __shared__ int tile[2][32];
    int sum = 0;
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    for (int i = 0; i < n; i++) {
        if (i + 1 < n) {
            __pipeline_memcpy_async(&tile[(i + 1) % 2][threadIdx.x], &in[32 * (i + 1) + threadIdx.x], 4);
            __pipeline_commit();
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        sum += tile[i % 2][31 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

// Without the second barrier the next copy starts while others still read.
// launch: <<<1, 64>>> n 3
extern "C" __global__ void double_buffering_overtakes(const int *in, int *out, int n) {
    __shared__ int tile[2][64];
    int sum = 0;
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    for (int i = 0; i < n; i++) {
        if (i + 1 < n)
            __pipeline_memcpy_async(&tile[(i + 1) % 2][threadIdx.x], &in[64 * (i + 1) + threadIdx.x], 4); // expect: race "`tile`, element" "read by thread" "written by thread" "no __syncthreads()" optional
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[i % 2][63 - threadIdx.x]; // expect: race "`tile`, element" "cp.async" optional
    }
    out[threadIdx.x] = sum;
}

// launch: <<<1, 32>>>
extern "C" __global__ void target_written_on_the_way(const int *in, int *out, int n) {
    __shared__ int tile[32];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    tile[threadIdx.x] = 7; // expect: race "`tile`, element 0" "copies to it with cp.async" "written by thread (0,0,0)"
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x];
}

__device__ int source[32];

// launch: <<<1, 32>>>
extern "C" __global__ void source_written_on_the_way(const int *in, int *out, int n) {
    __shared__ int tile[32];
    source[threadIdx.x] = 1;
    __pipeline_memcpy_async(&tile[threadIdx.x], &source[threadIdx.x], 4);
    __pipeline_commit();
    source[threadIdx.x] = 2; // expect: race "`source`, element 0" "copies from it with cp.async" "written by thread (0,0,0)"
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void source_written_after_the_wait(const int *in, int *out, int n) {
    __shared__ int tile[32];
    source[threadIdx.x] = 1;
    __pipeline_memcpy_async(&tile[threadIdx.x], &source[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    source[threadIdx.x] = 2;
    out[threadIdx.x] = tile[threadIdx.x];
}

// launch: <<<1, 16>>> clean
extern "C" __global__ void zeros_fill_what_lies_behind_the_end(const int *in, int *out, int n) {
    __shared__ int4 tile[16];
    // in has 256 elements: 64 int4, of which thread 15 takes two ints and two zeros
    const int *from = in + 194 + 4 * threadIdx.x;
    __pipeline_memcpy_async(&tile[threadIdx.x], (const int4 *)(from - 2), 16, threadIdx.x == 15 ? 8 : 0);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x].w;
}

// launch: <<<1, 32>>>
extern "C" __global__ void copy_outside_the_tile(const int *in, int *out, int n) {
    __shared__ int tile[31];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4); // expect: out-of-bounds "`tile`"
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[0];
}

// launch: <<<1, 32>>>
extern "C" __global__ void copy_from_outside(const int *in, int *out, int n) {
    __shared__ int tile[32];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[225 + threadIdx.x], 4); // expect: out-of-bounds "`in`"
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[0];
}

// launch: <<<1, 32>>>
extern "C" __global__ void copy_misaligned(const int *in, int *out, int n) {
    __shared__ int4 tile[32];
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + 2 + 4 * threadIdx.x) : "memory"); // expect: misaligned "`in`"
    asm volatile("cp.async.wait_all;" ::: "memory");
    out[threadIdx.x] = tile[threadIdx.x].x;
}

// launch: <<<1, 32>>>
extern "C" __global__ void two_copies_to_one_place(const int *in, int *out, int n) {
    __shared__ int tile[32];
    __pipeline_memcpy_async(&tile[threadIdx.x / 2], &in[threadIdx.x], 4); // expect: warning race "`tile`, element 0" "copy to it in one instruction"
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x / 2];
}

// launch: <<<1, 32>>> n 4
extern "C" __global__ void copies_again_without_a_wait(const int *in, int *out, int n) {
    __shared__ int tile[32];
#pragma unroll 1
    for (int i = 0; i < n; i++)
        __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x + 32 * i], 4); // expect: race "thread (0,0,0) copies to it with cp.async" "before the copy was waited for"
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// launch: <<<1, 32>>> n 4 clean
extern "C" __global__ void copies_again_after_a_wait(const int *in, int *out, int n) {
    __shared__ int tile[32];
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x + 32 * i], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
    }
    out[threadIdx.x] = tile[threadIdx.x];
}

// launch: <<<1, 32>>> nvrtc
extern "C" __global__ void a_helper_copies_from_outside(const int *in, int *out, int n) {
    __shared__ int tile[32];
    auto fetch = [&](int i) {
        __pipeline_memcpy_async(&tile[threadIdx.x], &in[i], 4); // expect: out-of-bounds "`in`"
    };
    fetch(threadIdx.x + 250 * n);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x];
}
