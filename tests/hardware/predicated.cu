// Memory instructions behind a condition: one block of 128 threads, of which those below n take part. The assembler turns
// the condition into a predicate of the instruction, or into a branch around it.
#include <cuda_pipeline.h>
#define COPY(NAME, SIZE, GUARD) extern "C" __global__ void NAME(float *out, const float *in, int n) { \
    __shared__ __align__(16) float piece[1024]; int t = threadIdx.x; \
    if (GUARD) __pipeline_memcpy_async(&piece[SIZE / 4 * t], &in[SIZE / 4 * t], SIZE); \
    __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads(); out[t] = 2 * piece[127 - t]; }
COPY(wide, 16, t < n)
COPY(eight, 8, t < n)
COPY(four, 4, t < n)
COPY(wide_odd, 16, t < n && t % 2)
COPY(wide_all, 16, true)
// addresses that exist whatever the guard says
extern "C" __global__ void wide_kept(float *out, const float *in, int n) {
    __shared__ __align__(16) float piece[1024]; int t = threadIdx.x;
    float *to = &piece[4 * t]; const float *from = &in[4 * t];
    asm volatile("" : "+l"(to), "+l"(from));
    if (t < n) __pipeline_memcpy_async(to, from, 16);
    __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads(); out[t] = 2 * piece[127 - t]; }
extern "C" __global__ void kept_ca16(float *out, const float *in, int n) {
    __shared__ __align__(16) float piece[1024]; int t = threadIdx.x; unsigned to = (unsigned)__cvta_generic_to_shared(&piece[4 * t]);
    if (t < n) asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(to), "l"(in + 4 * t) : "memory");
    __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads(); out[t] = 2 * piece[127 - t]; }
extern "C" __global__ void conflict_wide(float *out, const float *in, int n) {
    __shared__ __align__(16) float piece[4096]; int t = threadIdx.x;
    if (t < n) __pipeline_memcpy_async(&piece[32 * t], &in[32 * t], 16);
    __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads(); out[t] = 2 * piece[127 - t]; }
// other instructions behind a guard that becomes a predicate
extern "C" __global__ void load4(float *out, const float *in, int n) { int t = threadIdx.x; float x = 0; if (t < n) x = in[t]; out[t] = x; }
extern "C" __global__ void load16(float4 *out, const float4 *in, int n) { int t = threadIdx.x; float4 x = {}; if (t < n) x = in[t]; out[t] = x; }
extern "C" __global__ void store4(float *out, const float *in, int n) { int t = threadIdx.x; if (t < n) out[t] = t; }
extern "C" __global__ void store16(float4 *out, const float4 *in, int n) { int t = threadIdx.x; if (t < n) out[t] = make_float4(t, t, t, t); }
extern "C" __global__ void shared16(float4 *out, const float4 *in, int n) { __shared__ float4 s[128]; int t = threadIdx.x; if (t < n) s[t] = make_float4(t, t, t, t); __syncthreads(); float4 x = {}; if (t < n) x = s[127 - t]; out[t] = x; }
extern "C" __global__ void atomic4(int *out, const int *in, int n) { __shared__ int s[128]; int t = threadIdx.x; s[t] = 0; __syncthreads(); if (t < n) atomicAdd(&s[t], 1); if (t < n) atomicAdd(&out[t], t); __syncthreads(); out[t + 128] = s[t]; }
