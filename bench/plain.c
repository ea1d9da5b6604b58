#include "plain.h"

#include <string.h>

enum { TILE = 32 };

void plain_transpose(const int32_t *in, int32_t *out, int width, int height) {
    for (int y0 = 0; y0 < height; y0 += TILE)
        for (int x0 = 0; x0 < width; x0 += TILE)
            for (int x = x0; x < x0 + TILE && x < width; x++)
                for (int y = y0; y < y0 + TILE && y < height; y++)
                    out[(int64_t)x * height + y] = in[(int64_t)y * width + x];
}

void plain_matmul(const float *A, const float *B, float *C, int m, int k, int n) {
    memset(C, 0, sizeof(float) * (size_t)m * (size_t)n);
    for (int row = 0; row < m; row++)
        for (int i = 0; i < k; i++) {
            float a = A[(int64_t)row * k + i];
            const float *b = B + (int64_t)i * n;
            float *c = C + (int64_t)row * n;
            for (int column = 0; column < n; column++) c[column] += a * b[column];
        }
}

int32_t plain_sum(const int32_t *in, size_t count) {
    int32_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += in[i];
    return sum;
}

void plain_histogram(const uint8_t *in, uint32_t bins[256], size_t count) {
    for (size_t i = 0; i < count; i++) bins[in[i]]++;
}

void plain_running_sum(const int32_t *in, int32_t *out, size_t count) {
    for (size_t i = 0; i < count; i++) {
        out[i] = 0;
        for (size_t k = 0; k < 32; k++) out[i] += in[(i + k) & (count - 1)];
    }
}

void plain_exchange(const int32_t *in, int32_t *out, size_t count) {
    enum { BLOCK = 256, ROUNDS = 32 };
    memcpy(out, in, count * sizeof *out);
    for (size_t first = 0; first < count; first += BLOCK)
        for (int round = 0; round < ROUNDS; round++) {
            int32_t old[BLOCK];
            memcpy(old, out + first, sizeof old);
            for (size_t i = 0; i < BLOCK; i++) out[first + i] = old[BLOCK - 1 - i] + 1;
        }
}

void plain_add_one(int32_t *data, size_t count) {
    for (size_t i = 0; i < count; i++) data[i]++;
}
