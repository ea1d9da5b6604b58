/* Binary floating-point formats: bits to exact numbers and back, rounded once by MPFR. */
#include "formats.h"

#include <math.h>

const char *const format_name[FORMAT_COUNT] = {"f16", "bf16", "f32", "f64"};

typedef struct Shape {
    int precision, exponent_bits; /* precision counts the hidden bit */
} Shape;

static const Shape shape[FORMAT_COUNT] = {{11, 5}, {8, 8}, {24, 8}, {53, 11}};

/* clang-format off */
const uint64_t format_edges[FORMAT_COUNT][FORMAT_EDGES] = {
    {0x0000, 0x8000, 0x3c00, 0xbc00, 0x3c01, 0x4248, 0x7c00, 0xfc00, 0x7e00, 0x0001, 0x8001, 0x03ff, 0x0400, 0x7bff,
     0xfbff, 0x3800, 0x3e00, 0xc100, 0x6401, 0x5bff, 0x1234, 0xb555},
    {0x0000, 0x8000, 0x3f80, 0xbf80, 0x3f81, 0x4049, 0x7f80, 0xff80, 0x7fc0, 0x0001, 0x8001, 0x007f, 0x0080, 0x7f7f,
     0xff7f, 0x3f00, 0x3fc0, 0xc020, 0x4b01, 0x4eff, 0x1234, 0xb555},
    {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x3f800001, 0x40490fdb, 0x7f800000, 0xff800000, 0x7fc00000,
     0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3f000000, 0x3fc00000, 0xc0200000,
     0x4b000001, 0x4f000000, 0x1f123456, 0xb5555555},
    {0, UINT64_C(1) << 63, 0x3ff0000000000000, 0xbff0000000000000, 0x3ff0000000000001, 0x400921fb54442d18,
     0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 1, 0x8000000000000001, 0x000fffffffffffff,
     0x0010000000000000, 0x7fefffffffffffff, 0xffefffffffffffff, 0x3fe0000000000000, 0x3ff8000000000000,
     0xc004000000000000, 0x41e0000000000000, 0x43e0000000000000, 0x36a0000000000001, 0xbeb5555555555555},
};
/* clang-format on */

/* NaN, quiet and signalling, of both signs, with payloads at the top, in the middle and at the bottom, and what makes
 * one: infinities, zeros, a negative number. */
/* clang-format off */
static const uint64_t nans[FORMAT_COUNT][FORMAT_EDGES] = {
    {0x7e00, 0xfe00, 0x7c01, 0xfc01, 0x7d00, 0xfd00, 0x7e01, 0xfe01, 0x7fff, 0xffff, 0x7dff, 0x7f00, 0xfe55, 0xfd2a,
     0x7c10, 0x3c00, 0xbc00, 0x0000, 0x8000, 0x7c00, 0xfc00, 0x0001},
    {0x7fc0, 0xffc0, 0x7f81, 0xff81, 0x7fa0, 0xffa0, 0x7fc1, 0xffc1, 0x7fff, 0xffff, 0x7fbf, 0x7fe0, 0xffd5, 0xffaa,
     0x7f90, 0x3f80, 0xbf80, 0x0000, 0x8000, 0x7f80, 0xff80, 0x0001},
    {0x7fc00000, 0xffc00000, 0x7f800001, 0xff800001, 0x7fa00000, 0xffa00000, 0x7fc00001, 0xffc00001, 0x7fffffff,
     0xffffffff, 0x7fbfffff, 0x7fe00000, 0xffd55555, 0xffaaaaaa, 0x7f802000, 0x3f800000, 0xbf800000, 0x00000000,
     0x80000000, 0x7f800000, 0xff800000, 0x00000001},
    {0x7ff8000000000000, 0xfff8000000000000, 0x7ff0000000000001, 0xfff0000000000001, 0x7ff4000000000000,
     0xfff4000000000000, 0x7ff8000000000001, 0xfff8000000000001, 0x7fffffffffffffff, 0xffffffffffffffff,
     0x7ff7ffffffffffff, 0x7ffc000000000000, 0xfffaaaaaaaaaaaaa, 0xfff5555555555555, 0x7ff0000020000000,
     0x3ff0000000000000, 0xbff0000000000000, 0, UINT64_C(1) << 63, 0x7ff0000000000000, 0xfff0000000000000, 1},
};

/* Factors, quotients and sums just above and just below the smallest normal number, where .ftz decides before or after
 * rounding. */
static const uint64_t borders[FORMAT_COUNT][FORMAT_EDGES] = {
    {0x0400, 0x8400, 0x3c00, 0x3bff, 0x3bfe, 0x3c01, 0x3c02, 0xbbff, 0x0401, 0x07ff, 0x0800, 0x2000, 0x1fff, 0x2001,
     0x1ffe, 0xa000, 0x3800, 0x4000, 0x03ff, 0x0001, 0x1400, 0x9400},
    {0x0080, 0x8080, 0x3f80, 0x3f7f, 0x3f7e, 0x3f81, 0x3f82, 0xbf7f, 0x0081, 0x00ff, 0x0100, 0x2000, 0x1fff, 0x2001,
     0x1ffe, 0xa000, 0x3f00, 0x4000, 0x007f, 0x0001, 0x1c00, 0x9c00},
    {0x00800000, 0x80800000, 0x3f800000, 0x3f7fffff, 0x3f7ffffe, 0x3f800001, 0x3f800002, 0xbf7fffff, 0x00800001,
     0x00ffffff, 0x01000000, 0x20000000, 0x1fffffff, 0x20000001, 0x1ffffffe, 0xa0000000, 0x3f000000, 0x40000000,
     0x007fffff, 0x00000001, 0x1a000000, 0x9a000000},
    {0x3810000000000000, 0x380fffffffffffff, 0x380ffffff0000000, 0x380ffffff0000001, 0x380fffffefffffff,
     0x380ffffff8000000, 0x380fffffe0000000, 0x380fffffe0000001, 0x380fffffc0000000, 0x3810000010000000,
     0xb80fffffffffffff, 0xb80ffffff0000000, 0xb80ffffff0000001, 0xb80fffffefffffff, 0xb80fffffe0000000,
     0x3800000000000000, 0x36a0000000000000, 0x3690000000000001, 0x0010000000000000, 0x000fffffffffffff,
     0x3ff0000000000000, 0x3feffffffffffffe},
};
/* clang-format on */

static uint64_t infinity(Format format) {
    return ((UINT64_C(1) << shape[format].exponent_bits) - 1) << (shape[format].precision - 1);
}

static uint64_t sign_bit(Format format) {
    return UINT64_C(1) << (shape[format].exponent_bits + shape[format].precision - 1);
}

bool format_is_nan(Format format, uint64_t bits) {
    return (bits & (sign_bit(format) - 1)) > infinity(format);
}

uint64_t format_nan(Format format) {
    return format == FORMAT_F64 ? UINT64_C(0xfff8000000000000) : sign_bit(format) - 1;
}

uint64_t format_flush(Format format, uint64_t bits) {
    return (bits & infinity(format)) == 0 ? bits & sign_bit(format) : bits;
}

uint64_t format_quiet(Format format, uint64_t bits) {
    return bits | UINT64_C(1) << (shape[format].precision - 2);
}

uint64_t format_change_nan(Format from, Format to, uint64_t bits) {
    int from_payload = shape[from].precision - 1, to_payload = shape[to].precision - 1,
        shift = to_payload - from_payload;
    uint64_t payload = bits & ((UINT64_C(1) << from_payload) - 1), sign = bits & sign_bit(from) ? sign_bit(to) : 0;
    return format_quiet(to, sign | infinity(to) | (shift > 0 ? payload << shift : payload >> -shift));
}

double format_value(Format format, uint64_t bits) {
    bits &= sign_bit(format) | (sign_bit(format) - 1);
    int mantissa = shape[format].precision - 1, bias = (1 << (shape[format].exponent_bits - 1)) - 1;
    uint64_t fraction = bits & ((UINT64_C(1) << mantissa) - 1);
    int exponent = (int)((bits & infinity(format)) >> mantissa);
    double sign = bits & sign_bit(format) ? -1 : 1;
    if ((bits & infinity(format)) == infinity(format)) return fraction ? NAN : sign * INFINITY;
    if (exponent == 0) return sign * ldexp((double)fraction, 1 - bias - mantissa);
    return sign * ldexp((double)(fraction | UINT64_C(1) << mantissa), exponent - bias - mantissa);
}

void format_read(mpfr_t number, Format format, uint64_t bits) {
    mpfr_set_d(number, format_value(format, bits), MPFR_RNDN);
}

static uint64_t overflow(Format format, bool negative, mpfr_rnd_t round) {
    uint64_t sign = negative ? sign_bit(format) : 0;
    bool largest = round == MPFR_RNDZ || (round == MPFR_RNDD && !negative) || (round == MPFR_RNDU && negative);
    return sign | (infinity(format) - (largest ? 1 : 0));
}

uint64_t format_round(mpfr_t number, Format format, mpfr_rnd_t round) {
    int precision = shape[format].precision, bias = (1 << (shape[format].exponent_bits - 1)) - 1;
    bool negative = mpfr_signbit(number) != 0;
    uint64_t sign = negative ? sign_bit(format) : 0;
    if (mpfr_nan_p(number)) return format_nan(format);
    if (mpfr_inf_p(number)) return sign | infinity(format);
    if (mpfr_zero_p(number)) return sign;
    long lowest = 1 - bias - (precision - 1), unit = mpfr_get_exp(number) - precision;
    if (unit < lowest) unit = lowest;
    mpfr_t scaled;
    mpfr_init2(scaled, mpfr_get_prec(number));
    mpfr_mul_2si(scaled, number, -unit, MPFR_RNDN);
    mpfr_rint(scaled, scaled, round);
    mpfr_abs(scaled, scaled, MPFR_RNDN);
    uint64_t significand = mpfr_get_uj(scaled, MPFR_RNDN);
    mpfr_clear(scaled);
    if (significand == UINT64_C(1) << precision) {
        significand >>= 1;
        unit++;
    }
    if (significand < UINT64_C(1) << (precision - 1)) return sign | significand;
    long field = unit + precision - 1 + bias;
    if (field >= (1 << shape[format].exponent_bits) - 1) return overflow(format, negative, round);
    return sign | ((uint64_t)field << (precision - 1)) | (significand - (UINT64_C(1) << (precision - 1)));
}

bool format_vanishes(mpfr_t number, Format format, mpfr_rnd_t round) {
    if (!mpfr_number_p(number) || mpfr_zero_p(number)) return false;
    mpfr_t rounded;
    mpfr_init2(rounded, shape[format].precision);
    mpfr_set(rounded, number, round);
    bool below =
        mpfr_get_exp(rounded) < 3 - (1 << (shape[format].exponent_bits - 1)); /* MPFR's significands are below 1 */
    mpfr_clear(rounded);
    return below;
}

const Operands *format_operands(Format format) {
    static Operands all[FORMAT_COUNT];
    operands_combine(&all[format], format_edges[format], FORMAT_EDGES);
    return &all[format];
}

const Operands *format_nans(Format format) {
    static Operands all[FORMAT_COUNT];
    operands_combine(&all[format], nans[format], FORMAT_EDGES);
    return &all[format];
}

const Operands *format_borders(Format format) {
    static Operands all[FORMAT_COUNT];
    operands_combine(&all[format], borders[format], FORMAT_EDGES);
    return &all[format];
}
