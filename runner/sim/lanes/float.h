/* What the expressions of float.def use: NaN, flushing, minima, quotients and conversions as PTX has them, for any
 * operand. */
#ifndef WARPSCHOOL_SIM_LANES_FLOAT_H
#define WARPSCHOOL_SIM_LANES_FLOAT_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/bits.h"
#include "ptx/half.h"
#include "sim/lanes/integer.h"

static const union {
    uint32_t bits;
    float value;
} canonical_nan = {0x7fffffffu};
#define CANONICAL_NAN canonical_nan.value

static inline float canonical(float value) {
    return value == value ? value : CANONICAL_NAN;
}

static inline float flush(float value) {
    uint32_t bits = bits_of_float(value);
    return bits_as_float(bits & 0x7f800000u ? bits : bits & 0x80000000u);
}

/* .ftz of a result, given the result of the same operation on operands made 2^24 times as large (nan.h says why). */
static inline float flush_scaled(float value, float scaled) {
    uint32_t bits = bits_of_float(value);
    return bits_as_float(fabsf(scaled) < 0x1p-102f ? bits & 0x80000000u : bits);
}

static inline float multiply_flushed(float a, float b) {
    return flush_scaled(a * b, a * 0x1p24f * b);
}

static inline float fuse_flushed(float a, float b, float c) {
    return flush_scaled(fmaf(a, b, c), fmaf(a * 0x1p24f, b, c * 0x1p24f));
}

static inline double quiet(double value) {
    return bits_as_double(bits_of_double(value) | NAN_QUIET_F64);
}

static inline float smaller_f32(float a, float b) {
    float equal = bits_as_float(bits_of_float(a) | bits_of_float(b));
    return a != a ? canonical(b) : b != b ? a : a < b ? a : a > b ? b : equal;
}

static inline float larger_f32(float a, float b) {
    float equal = bits_as_float(bits_of_float(a) & bits_of_float(b));
    return a != a ? canonical(b) : b != b ? a : a > b ? a : a < b ? b : equal;
}

static inline double smaller_f64(double a, double b) {
    double equal = bits_as_double(bits_of_double(a) | bits_of_double(b));
    return a != a ? (b != b ? quiet(b) : b) : b != b ? a : a < b ? a : a > b ? b : equal;
}

static inline double larger_f64(double a, double b) {
    double equal = bits_as_double(bits_of_double(a) & bits_of_double(b));
    return a != a ? (b != b ? quiet(b) : b) : b != b ? a : a > b ? a : a < b ? b : equal;
}

/* The quotient is documented to be zero for divisors between 2^126 and 2^128. */
static inline float divide_approx(float a, float b) {
    float size = fabsf(b);
    if (size > 0x1p126f && size < INFINITY)
        return isinf(a) ? CANONICAL_NAN : copysignf(0.0f, (float)((signbit(a) != 0) == (signbit(b) != 0) ? 1 : -1));
    return (float)((double)a / (double)b);
}

/* The assembler's sequence: divisors outside 2^-126 to 2^126 are scaled, then a multiplication by the reciprocal. */
static inline float divide_full(float a, float b) {
    float size = fabsf(b), scale = size > 0x1p126f ? 0.25f : size < 0x1p-126f ? 0x1p24f : 1.0f;
    return (float)(1.0 / (double)(b * scale)) * (a * scale);
}

/* rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read only the upper 32 bits of their operand, so that a NaN with no
 * bit set there is an infinity to them. */
static inline double upper_half(double value) {
    return bits_as_double(bits_of_double(value) & UINT64_C(0xffffffff00000000));
}

/* rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 keep the upper 32 bits and flush subnormal results. */
static inline double approximate_f64(double value) {
    if (value != value) return bits_as_double(UINT64_C(0x7fffffff00000000));
    uint64_t bits = bits_of_double(value) & UINT64_C(0xffffffff00000000);
    return bits_as_double(bits & UINT64_C(0x7ff0000000000000) ? bits : bits & UINT64_C(0x8000000000000000));
}

/* rsqrt.approx.f64 is what CUDA's rsqrt() compiles to: the assembler refines the approximation to within a unit in the
 * last place. */
static inline double refined_f64(double value) {
    return value != value ? bits_as_double(UINT64_C(0x7fffffff00000000)) : value;
}

static inline bool test_property(uint64_t a, unsigned mantissa, unsigned exponent_bits, uint32_t property) {
    uint64_t fraction = a & ((UINT64_C(1) << mantissa) - 1), top = (UINT64_C(1) << exponent_bits) - 1;
    uint64_t exponent = a >> mantissa & top;
    switch (property) {
    case PTX_TESTP_FINITE: return exponent != top;
    case PTX_TESTP_INFINITE: return exponent == top && !fraction;
    case PTX_TESTP_NUMBER: return exponent != top || !fraction;
    case PTX_TESTP_NOTANUMBER: return exponent == top && fraction;
    case PTX_TESTP_NORMAL: return exponent != top && (exponent || !fraction); /* zero too, on an H200 */
    default: return !exponent && fraction;
    }
}

/* Conversions to integers clamp to the result's range. NaN becomes 0 only from f32 to 32 bits, else the value with
 * nothing but the top bit set (PTX ISA, cvt). */
static inline int32_t s32_from_float(float a) {
    return a >= 0x1p31f ? INT32_MAX : a >= -0x1p31f ? (int32_t)a : a < 0 ? INT32_MIN : 0;
}

static inline uint32_t u32_from_float(float a) {
    return a >= 0x1p32f ? UINT32_MAX : a >= 0 ? (uint32_t)a : 0;
}

static inline int32_t s32_from_double(double a) {
    return a >= 0x1p31 ? INT32_MAX : a > -0x1p31 - 1 ? (int32_t)a : INT32_MIN;
}

/* To fewer than 32 bits, k as in clamp_range. */
static inline int32_t small_from_double(double a, int64_t k) {
    int32_t low = (int32_t)(k >> 32), high = (int32_t)k;
    return a != a ? (low < 0 ? low : (high + 1) / 2) : clamp_range(s32_from_double(a), k);
}

/* What an integer was converted to, with the sign bit of `sign`, which has the integer's. Compilers take the processor
 * to round to nearest, and may convert 0 by subtracting a number from itself: that is -0 where it rounds downward. */
static inline float f32_of_sign(float converted, uint32_t sign) {
    return bits_as_float((bits_of_float(converted) & 0x7fffffffu) | (sign & 0x80000000u));
}

static inline double f64_of_sign(double converted, uint64_t sign) {
    uint64_t sign_bit = UINT64_C(1) << 63;
    return bits_as_double((bits_of_double(converted) & ~sign_bit) | (sign & sign_bit));
}

/* Where a value has more than 53 bits, the last one is set if any bit below it is: a second rounding to fewer bits
 * then gives what one rounding would give (half.h says why). */
static inline double odd_from_u64(uint64_t a) {
    uint64_t low = a >> 53 ? a & 0x7ff : 0;
    return f64_of_sign((double)((a ^ low) | (low ? 0x800 : 0)), 0);
}

static inline uint32_t u32_from_double(double a) {
    return a != a ? UINT32_C(1) << 31 : a >= 0x1p32 ? UINT32_MAX : a > -1 ? (uint32_t)a : 0;
}

static inline int64_t s64_from_double(double a) {
    return a >= 0x1p63 ? INT64_MAX : a >= -0x1p63 ? (int64_t)a : INT64_MIN;
}

static inline uint64_t u64_from_double(double a) {
    return a != a ? UINT64_C(1) << 63 : a >= 0x1p64 ? UINT64_MAX : a > -1 ? (uint64_t)a : 0;
}

#endif
