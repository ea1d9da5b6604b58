/* Which NaN an operation gives, and when .ftz makes a result zero, as measured on an NVIDIA H200 (driver 580, ptxas
 * 13.0; every pair of 15 NaN of both signs, quiet and signalling, with payloads at the top, in the middle and at the
 * bottom; tests/conformance/ holds the same operands).
 *
 * f16, bf16, f32: whatever the operands, a NaN that arithmetic gives is 0x7fff or 0x7fffffff; so is one from abs and
 * neg, which the hardware computes as additions. Moves, selections, copysign and cvt.f32.bf16, which is a shift,
 * keep all bits.
 *
 * f64: the operand that is NaN, made quiet, its sign kept (by abs and neg too); of two, the second one of add, sub,
 * mul, min and max, the first one of div; of fma's three b, then c, then a; 0xfff8000000000000 where none was NaN.
 * Conversions from f64, and to it, keep the sign and as much of the payload's top as fits, made quiet; between the
 * smaller formats the result is again the one NaN, as is what cvt.ftz.f64.f32 widens.
 *
 * .ftz decides by the result rounded as if the exponent had no lower end: 0x1p-126 * (1 - 0x1p-24) is flushed,
 * although rounding to the nearest subnormal would make it 0x1p-126. */
#ifndef WARPSCHOOL_SIM_NAN_H
#define WARPSCHOOL_SIM_NAN_H

#include <stdint.h>

#include "base/bits.h"

#define NAN_QUIET_F64 UINT64_C(0x0008000000000000)

/* result, unless it is NaN: then the first of the operands that is a NaN. */
static inline double nan_first_of_2(double result, double first, double second) {
    uint64_t bits = first != first     ? bits_of_double(first)
                    : second != second ? bits_of_double(second)
                                       : UINT64_C(0xfff8000000000000);
    return result == result ? result : bits_as_double(bits | NAN_QUIET_F64);
}

static inline double nan_first_of_3(double result, double first, double second, double third) {
    return first == first && second == second ? nan_first_of_2(result, third, third)
                                              : nan_first_of_2(result, first, second);
}

/* A double that is NaN in 16 bits, of which so many are mantissa. */
static inline uint32_t nan_narrow(double value, unsigned mantissa) {
    uint64_t bits = bits_of_double(value) | NAN_QUIET_F64;
    uint32_t infinity = 0x7fffu >> mantissa << mantissa;
    return (uint32_t)(bits >> 63) << 15 | infinity | ((uint32_t)(bits >> (52 - mantissa)) & ((1u << mantissa) - 1));
}

static inline uint32_t nan_narrow_f32(double value) {
    uint64_t bits = bits_of_double(value) | NAN_QUIET_F64;
    return (uint32_t)(bits >> 63) << 31 | 0x7f800000u | ((uint32_t)(bits >> 29) & 0x7fffffu);
}

static inline double nan_widen_f32(uint32_t bits) {
    uint64_t payload = (uint64_t)(bits & 0x7fffffu) << 29;
    return bits_as_double((uint64_t)(bits >> 31) << 63 | UINT64_C(0x7ff) << 52 | payload | NAN_QUIET_F64);
}

/* A NaN of 16 bits, of which so many are mantissa, as a double. */
static inline double nan_widen(uint32_t bits, unsigned mantissa) {
    uint64_t payload = (uint64_t)(bits & ((1u << mantissa) - 1)) << (52 - mantissa);
    return bits_as_double((uint64_t)(bits >> 15 & 1) << 63 | UINT64_C(0x7ff) << 52 | payload | NAN_QUIET_F64);
}

#endif
