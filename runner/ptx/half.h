/* Half precision and bfloat16, computed exactly in double precision and rounded once.
 *
 * The sum of a product and a number of either format can need more than double's 53 bits. Then the double is rounded
 * to odd first (the error of the addition is known exactly): rounding that to a format with so few bits gives the
 * same as rounding the exact value once (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums"). */
#ifndef WARPSCHOOL_SIM_HALF_H
#define WARPSCHOOL_SIM_HALF_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "ptx/nan.h"
#include "ptx/vocabulary.h"

/* The constant k of half operations. Low byte: a PtxRound. */
enum {
    HALF_ROUND = 0xff,
    HALF_BFLOAT = 1 << 8,
    HALF_PAIR = 1 << 9,
    HALF_FTZ = 1 << 10,
    HALF_SAT = 1 << 11,
    HALF_RELU = 1 << 12,
    HALF_NAN = 1 << 13
};

/* Rounds to a format of 16 bits with so many mantissa bits; round is a PtxRound, nearest-even where none is given. */
static inline uint32_t half_round(double value, unsigned mantissa, int round) {
    unsigned exponent_bits = 15 - mantissa;
    int bias = (1 << (exponent_bits - 1)) - 1;
    uint64_t bits = bits_of_double(value);
    uint32_t sign = (uint32_t)(bits >> 63) << 15;
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    uint32_t infinity = ((1u << exponent_bits) - 1) << mantissa;
    if (exponent == 1024) return fraction ? 0x7fff : sign | infinity;
    bool away = round == PTX_RP ? !sign : round == PTX_RM ? sign != 0 : false;
    bool nearest = round != PTX_RP && round != PTX_RM && round != PTX_RZ;
    if (exponent > bias) return sign | (nearest || away ? infinity : infinity - 1);
    uint64_t significand = exponent == -1023 ? fraction : fraction | UINT64_C(1) << 52;
    int below = 1 - bias - exponent; /* how far below the smallest normal exponent */
    unsigned shift = 52 - mantissa + (below > 0 ? (unsigned)(below < 60 ? below : 60) : 0);
    if (shift > 60) shift = 60;
    uint64_t kept = significand >> shift, rest = significand & ((UINT64_C(1) << shift) - 1);
    uint64_t tie = UINT64_C(1) << (shift - 1);
    if (nearest ? rest > tie || (rest == tie && (kept & 1)) : away && rest) kept++;
    uint32_t field = below > 0 ? 0 : (uint32_t)(exponent + bias - 1) << mantissa;
    uint32_t magnitude = field + (uint32_t)kept;
    return sign | (magnitude >= infinity && !(nearest || away) ? infinity - 1
                   : magnitude > infinity                      ? infinity
                                                               : magnitude);
}

static inline uint32_t half_from_double(double value, int round) {
    return value == value ? half_round(value, 10, round) : nan_narrow(value, 10);
}

static inline uint32_t bfloat_from_double(double value, int round) {
    return value == value ? half_round(value, 7, round) : nan_narrow(value, 7);
}

static inline float bfloat_to_float(uint16_t bits) {
    return bits_as_float((uint32_t)bits << 16);
}

static inline float half_to_float(uint16_t bits) {
    uint32_t sign = (uint32_t)(bits & 0x8000) << 16, exponent = bits >> 10 & 31, fraction = bits & 1023u, wide;
    if (exponent == 31) {
        wide = fraction ? 0x7fffffffu : sign | 0x7f800000u;
    } else if (exponent) {
        wide = sign | (exponent + 112) << 23 | fraction << 13;
    } else {
        wide = sign | bits_of_float((float)fraction * 0x1p-24f);
    }
    return bits_as_float(wide);
}

static inline double half_decode(uint32_t bits, int64_t k) {
    return k & HALF_BFLOAT ? (double)bfloat_to_float((uint16_t)bits) : (double)half_to_float((uint16_t)bits);
}

/* The double that cvt.f64.f16 gives. */
static inline double half_to_double(uint16_t bits) {
    return (bits & 0x7fff) > 0x7c00 ? nan_widen(bits, 10) : (double)half_to_float(bits);
}

/* Applies .ftz, .relu and .sat to a result of 16 bits. */
static inline uint32_t half_adjust(uint32_t bits, int64_t k) {
    unsigned mantissa = k & HALF_BFLOAT ? 7 : 10;
    uint32_t infinity = 0x7fffu >> mantissa << mantissa, one = k & HALF_BFLOAT ? 0x3f80 : 0x3c00;
    bool nan = (bits & 0x7fff) > infinity;
    if ((k & HALF_FTZ) && (bits & infinity) == 0) bits &= 0x8000;
    if ((k & HALF_RELU) && (bits & 0x8000) && !nan) bits = 0;
    if (k & HALF_SAT) bits = nan || (bits & 0x8000) ? 0 : bits > one ? one : bits;
    return bits;
}

static inline uint32_t half_encode(double value, int64_t k) {
    /* The limit of .ftz: half a unit in the last place below the smallest normal number, where a unit is still that
     * of the numbers above. */
    double least = k & HALF_BFLOAT ? 0x1p-126 * (1 - 0x1p-9) : 0x1p-14 * (1 - 0x1p-12);
    if ((k & HALF_FTZ) && fabs(value) < least) value = copysign(0.0, value);
    return half_adjust(half_round(value, k & HALF_BFLOAT ? 7 : 10, (int)(k & HALF_ROUND)), k);
}

/* a * b + c rounded once to double, to odd; a * b must be exact in double, which it is for both formats. */
static inline double half_fused_odd(double a, double b, double c) {
    double product = a * b, sum = product + c;
    if (!isfinite(sum)) return sum;
    double part = sum - product, error = (product - (sum - part)) + (c - part);
    uint64_t bits = bits_of_double(sum);
    if (error == 0 || (bits & 1)) return sum;
    return bits_as_double((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

typedef uint32_t HalfBinary(uint32_t a, uint32_t b, int64_t k);

static inline uint32_t half_add(uint32_t a, uint32_t b, int64_t k) {
    return half_encode(half_fused_odd(half_decode(a, k), 1.0, half_decode(b, k)), k);
}

static inline uint32_t half_sub(uint32_t a, uint32_t b, int64_t k) {
    return half_encode(half_fused_odd(half_decode(a, k), 1.0, -half_decode(b, k)), k);
}

static inline uint32_t half_mul(uint32_t a, uint32_t b, int64_t k) {
    return half_encode(half_decode(a, k) * half_decode(b, k), k);
}

/* min and max take the number where one operand is NaN, or with .NaN the NaN; -0 is less than +0. */
static inline uint32_t half_choose(uint32_t a, uint32_t b, int64_t k, bool larger) {
    double x = half_decode(a, k), y = half_decode(b, k);
    if ((x != x && y != y) || ((k & HALF_NAN) && (x != x || y != y))) return 0x7fff;
    bool first = x != x ? false : y != y ? true : x == y ? (signbit(x) != 0) != larger : (x < y) != larger;
    return half_adjust((first ? a : b) & 0xffff, k);
}

static inline uint32_t half_min(uint32_t a, uint32_t b, int64_t k) {
    return half_choose(a, b, k, false);
}

static inline uint32_t half_max(uint32_t a, uint32_t b, int64_t k) {
    return half_choose(a, b, k, true);
}

static inline uint32_t half_binary(HalfBinary *operation, uint32_t a, uint32_t b, int64_t k) {
    uint32_t low = operation(a & 0xffff, b & 0xffff, k);
    return k & HALF_PAIR ? low | operation(a >> 16, b >> 16, k) << 16 : low;
}

static inline uint32_t half_fused_one(uint32_t a, uint32_t b, uint32_t c, int64_t k) {
    return half_encode(half_fused_odd(half_decode(a, k), half_decode(b, k), half_decode(c, k)), k);
}

static inline uint32_t half_fused(uint32_t a, uint32_t b, uint32_t c, int64_t k) {
    uint32_t low = half_fused_one(a & 0xffff, b & 0xffff, c & 0xffff, k);
    return k & HALF_PAIR ? low | half_fused_one(a >> 16, b >> 16, c >> 16, k) << 16 : low;
}

static inline uint32_t half_unary(double (*function)(double), uint32_t a, int64_t k) {
    uint32_t low = half_encode(function(half_decode(a & 0xffff, k)), k);
    return k & HALF_PAIR ? low | half_encode(function(half_decode(a >> 16, k)), k) << 16 : low;
}

/* The sign bits of b for the halves of a that are numbers. */
static inline uint32_t half_with_sign(uint32_t a, uint32_t b, int64_t k) {
    uint32_t infinity = k & HALF_BFLOAT ? 0x7f80 : 0x7c00;
    uint32_t low = (a & 0x7fff) > infinity ? 0 : 0x8000, high = (a >> 16 & 0x7fff) > infinity ? 0 : 0x80000000;
    return a | (b & (low | high));
}

/* abs and neg: the sign bits in clear become 0, then those in flip change; a NaN becomes the one that
 * arithmetic gives. */
static inline uint32_t half_signs(uint32_t a, uint32_t clear, uint32_t flip, int64_t k) {
    uint32_t infinity = k & HALF_BFLOAT ? 0x7f80 : 0x7c00, changed = (a & ~clear) ^ flip;
    uint32_t low = (a & 0x7fff) > infinity ? 0x7fff : changed & 0xffff;
    uint32_t high = (a >> 16 & 0x7fff) > infinity ? 0x7fff0000 : changed & 0xffff0000;
    return k & HALF_PAIR ? low | high : low;
}

static inline uint32_t half_modify(uint32_t a, int64_t k) {
    uint32_t low = half_adjust(a & 0xffff, k);
    return k & HALF_PAIR ? low | half_adjust(a >> 16, k) << 16 : low;
}

#endif
