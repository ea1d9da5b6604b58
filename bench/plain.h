/* The same work in plain C, one thread, compiled with -O3: what the simulator's times are compared with. */
#ifndef WARPSCHOOL_BENCH_PLAIN_H
#define WARPSCHOOL_BENCH_PLAIN_H

#include <stddef.h>
#include <stdint.h>

/* out[x][y] = in[y][x], by tiles of 32 * 32. */
void plain_transpose(const int32_t *in, int32_t *out, int width, int height);
/* C = A * B; A is m * k, B is k * n, all row after row. Overwrites C. */
void plain_matmul(const float *A, const float *B, float *C, int m, int k, int n);
int32_t plain_sum(const int32_t *in, size_t count);
/* Adds to the bins how often each value occurs. */
void plain_histogram(const uint8_t *in, uint32_t bins[256], size_t count);
/* out[i] = the sum of 32 elements from in[i] on, around the end; count is a power of two. */
void plain_running_sum(const int32_t *in, int32_t *out, size_t count);
/* Each 256 elements in turn, 32 times: reversed, and one added. */
void plain_exchange(const int32_t *in, int32_t *out, size_t count);
void plain_add_one(int32_t *data, size_t count);

#endif
