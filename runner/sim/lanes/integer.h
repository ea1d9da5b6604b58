/* What the expressions of integer.def use: for any operand they give a value and neither trap nor are undefined. */
#ifndef WARPSCHOOL_SIM_LANES_INTEGER_H
#define WARPSCHOOL_SIM_LANES_INTEGER_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/vocabulary.h"

static inline int64_t clamp_s32(int64_t value) {
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value;
}

static inline int32_t sign24(int32_t value) {
    return (int32_t)((uint32_t)value << 8) >> 8;
}

/* Division by zero gives all ones and its remainder the dividend, as the hardware's code sequences do. */
static inline int32_t divide_s32(int32_t a, int32_t b) {
    return b == 0 ? -1 : b == -1 ? (int32_t)(0u - (uint32_t)a) : a / b;
}

static inline int64_t divide_s64(int64_t a, int64_t b) {
    return b == 0 ? -1 : b == -1 ? (int64_t)(0u - (uint64_t)a) : a / b;
}

static inline int32_t remainder_s32(int32_t a, int32_t b) {
    return b == 0 ? a : b == -1 ? 0 : a % b;
}

static inline int64_t remainder_s64(int64_t a, int64_t b) {
    return b == 0 ? a : b == -1 ? 0 : a % b;
}

static inline uint32_t count_bits_32(uint32_t x) {
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return x * 0x01010101u >> 24;
}

static inline uint32_t reverse_32(uint32_t x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}

/* k: 1 for .shiftamt, how far the bit is from the top. */
static inline uint32_t find_bit(uint64_t a, uint32_t top, int64_t k) {
    if (!a) return 0xffffffffu;
    uint32_t bit = 63u - (uint32_t)__builtin_clzll(a);
    return k ? top - bit : bit;
}

static inline uint32_t find_nth_set(uint32_t mask, uint32_t base, int32_t offset) {
    if (base > 31) return 0xffffffffu;
    if (offset == 0) return mask >> base & 1 ? base : 0xffffffffu;
    int64_t left = offset > 0 ? offset : -(int64_t)offset;
    int step = offset > 0 ? 1 : -1;
    for (int64_t at = base; at >= 0 && at < 32; at += step)
        if ((mask >> at & 1) && --left == 0) return (uint32_t)at;
    return 0xffffffffu;
}

static inline uint32_t extract_u32(uint32_t a, uint32_t start, uint32_t length) {
    uint32_t value = start > 31 ? 0 : a >> start;
    return length > 31 ? value : value & ((1u << length) - 1);
}

static inline uint64_t extract_u64(uint64_t a, uint32_t start, uint32_t length) {
    uint64_t value = start > 63 ? 0 : a >> start;
    return length > 63 ? value : value & ((UINT64_C(1) << length) - 1);
}

/* Extends the sign of a bit field: its last bit, or the number's sign bit where the field reaches beyond it. */
static inline int64_t extract_signed(int64_t a, uint32_t start, uint32_t length, uint32_t top) {
    if (length == 0) return 0;
    if (start > top) return a < 0 ? -1 : 0;
    uint32_t width = length > top + 1 - start ? top + 1 - start : length;
    return (int64_t)((uint64_t)a << (64 - start - width)) >> (64 - width);
}

static inline uint64_t insert_bits(uint64_t from, uint64_t into, uint32_t start, uint32_t length, uint32_t width) {
    if (start >= width || length == 0) return into;
    uint64_t mask = length >= width ? ~UINT64_C(0) : (UINT64_C(1) << length) - 1;
    return (into & ~(mask << start)) | (from & mask) << start;
}

static inline uint32_t bit_mask(uint32_t start, uint32_t length) {
    if (start > 31) return 0;
    return (length > 31 ? 0xffffffffu : (1u << length) - 1) << start;
}

static inline uint32_t dot4(uint32_t a, uint32_t b, bool a_signed, bool b_signed) {
    uint32_t sum = 0;
    for (int byte = 0; byte < 4; byte++) {
        uint32_t x = a >> 8 * byte & 255, y = b >> 8 * byte & 255;
        sum += (a_signed ? (x ^ 128) - 128 : x) * (b_signed ? (y ^ 128) - 128 : y);
    }
    return sum;
}

/* k: bit 0 the halves are signed, bit 1 the bytes are, bit 2 the upper two bytes of b are taken. */
static inline uint32_t dot2(uint32_t a, uint32_t b, int64_t k) {
    uint32_t sum = 0, bytes = k & 4 ? b >> 16 : b;
    for (int half = 0; half < 2; half++) {
        uint32_t x = a >> 16 * half & 0xffff, y = bytes >> 8 * half & 255;
        sum += (k & 1 ? (x ^ 0x8000) - 0x8000 : x) * (k & 2 ? (y ^ 128) - 128 : y);
    }
    return sum;
}

static inline uint32_t look_up3(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
    uint32_t result = 0;
    for (uint32_t entry = 0; entry < 8; entry++)
        result |= (0u - (table >> entry & 1)) & (entry & 4 ? a : ~a) & (entry & 2 ? b : ~b) & (entry & 1 ? c : ~c);
    return result;
}

static inline uint64_t join_32(uint32_t low, uint32_t high) {
    return (uint64_t)high << 32 | low;
}

static inline uint32_t permute(uint32_t a, uint32_t b, uint32_t selector) {
    uint64_t bytes = join_32(a, b);
    uint32_t result = 0;
    for (uint32_t at = 0; at < 4; at++) {
        uint32_t choice = selector >> 4 * at, byte = (uint32_t)(bytes >> 8 * (choice & 7)) & 255;
        if (choice & 8) byte = byte & 128 ? 255 : 0;
        result |= byte << 8 * at;
    }
    return result;
}

/* The selectors of prmt's special modes for each value of its control operand (PTX ISA, prmt). */
static inline uint32_t permute_selector(int64_t mode, uint32_t control) {
    static const uint16_t selector[6][4] = {
        {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123}, {0x0000, 0x1111, 0x2222, 0x3333},
        {0x3210, 0x3211, 0x3222, 0x3333}, {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232},
    };
    return selector[mode - PTX_PRMT_F4E][control];
}

static inline uint32_t min_half_u(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}
static inline uint32_t max_half_u(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}
static inline uint32_t min_half_s(uint32_t a, uint32_t b) {
    return (int16_t)a < (int16_t)b ? a : b;
}
static inline uint32_t max_half_s(uint32_t a, uint32_t b) {
    return (int16_t)a > (int16_t)b ? a : b;
}

static inline uint32_t each_half(uint32_t (*operation)(uint32_t, uint32_t), uint32_t a, uint32_t b) {
    return operation(a & 0xffff, b & 0xffff) | operation(a >> 16, b >> 16) << 16;
}

/* k: the lowest value in the upper 32 bits, the highest in the lower ones. */
static inline int32_t clamp_range(int32_t a, int64_t k) {
    int32_t low = (int32_t)(k >> 32), high = (int32_t)k;
    return a < low ? low : a > high ? high : a;
}

#endif
