/* The same work in plain C, compiled with -O3: what the simulator's speed is a ratio of. */
#ifndef WARPSCHOOL_BENCH_PLAIN_H
#define WARPSCHOOL_BENCH_PLAIN_H

#include <stdint.h>

/* out (width rows of height) = in (height rows of width) transposed, in 32 x 32 tiles so that both sides stay cached. */
void plain_transpose(const int32_t *in, int32_t *out, int width, int height);

/* C (m x n) = A (m x k) . B (k x n); the k loop outside the n loop, so that rows of B and C stream. */
void plain_matmul(const float *A, const float *B, float *C, int m, int k, int n);

#endif
