/* The bodies of the lane operations, included by one file for each instruction set.
 *
 * Every operation computes all 32 lanes in a loop of fixed length that the compiler vectorises. Where all lanes are
 * active it writes straight into the destination row; otherwise into scratch, from which the active lanes are
 * copied. Inactive lanes may hold any value, so no expression may trap or be undefined for any operand. A
 * destination row is either the same as an operand's row or does not overlap it, which is what the ivdep promises. */
#include <math.h>
#include <string.h>

#include "ptx/half.h"
#include "sim/lanes/lanes.h"
#include "sim/warp.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#if defined(__clang__)
#define EACH_LANE _Pragma("clang loop vectorize(assume_safety)") for (int lane = 0; lane < WARP_SIZE; lane++)
#else
#define EACH_LANE _Pragma("GCC ivdep") for (int lane = 0; lane < WARP_SIZE; lane++)
#endif

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

/* The C type of a lane in its row, and of its value. */
typedef uint32_t __attribute__((may_alias)) Row_u16, Row_s16, Row_u32, Row_s32;
typedef uint64_t __attribute__((may_alias)) Row_u64, Row_s64;
typedef float __attribute__((may_alias)) Row_f32;
typedef double __attribute__((may_alias)) Row_f64;
typedef uint16_t Value_u16;
typedef int16_t Value_s16;
typedef uint32_t Value_u32;
typedef int32_t Value_s32;
typedef uint64_t Value_u64;
typedef int64_t Value_s64;
typedef float Value_f32;
typedef double Value_f64;

static const uint32_t lane_bit[WARP_SIZE] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,  1u << 8,  1u << 9,  1u << 10,
    1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15, 1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21,
    1u << 22, 1u << 23, 1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31,
};

static inline void *row_at(const SimWarp *warp, SimOperand operand) {
    return __builtin_assume_aligned(sim_row(warp, operand), 64);
}

/* Copies the active lanes of a result from scratch to its row. */
static void __attribute__((noinline)) blend_32(Row_u32 *dest, const SimWarp *warp) {
    const Row_u32 *from = (const Row_u32 *)warp->scratch;
    uint32_t active = warp->active;
    EACH_LANE dest[lane] = active & lane_bit[lane] ? from[lane] : dest[lane];
}

static void __attribute__((noinline)) blend_64(Row_u64 *dest, const SimWarp *warp) {
    const Row_u64 *from = (const Row_u64 *)warp->scratch;
    uint32_t active = warp->active;
    EACH_LANE dest[lane] = active & lane_bit[lane] ? from[lane] : dest[lane];
}

static inline void blend(void *dest, const SimWarp *warp, size_t size) {
    if (size == 4)
        blend_32(dest, warp);
    else
        blend_64(dest, warp);
}

/* A row whose lanes are 0 or all ones, as a mask. */
static inline uint32_t mask_of(const uint32_t *row) {
#if defined(__AVX512F__)
    __m512i low = _mm512_load_si512(row), high = _mm512_load_si512(row + 16);
    return (uint32_t)_mm512_test_epi32_mask(low, low) | (uint32_t)_mm512_test_epi32_mask(high, high) << 16;
#elif defined(__AVX2__)
    uint32_t mask = 0;
    for (int part = 0; part < 4; part++)
        mask |= (uint32_t)_mm256_movemask_ps(_mm256_load_ps((const float *)row + 8 * part)) << 8 * part;
    return mask;
#else
    uint32_t mask = 0;
    EACH_LANE mask |= row[lane] & lane_bit[lane];
    return mask;
#endif
}

/* ---- what the expressions use: integers -------------------------------------------------------------------------- */

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

static inline uint64_t frame_local(const SimWarp *warp) {
    return warp->frames[warp->frame_count - 1].local;
}

/* ---- what the expressions use: floating point -------------------------------------------------------------------- */

static const union {
    uint32_t bits;
    float value;
} canonical_nan = {0x7fffffffu};
#define CANONICAL_NAN canonical_nan.value

static inline float canonical(float value) {
    return value == value ? value : CANONICAL_NAN;
}

static inline uint32_t bits_of_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float float_of_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float flush(float value) {
    uint32_t bits = bits_of_float(value);
    return float_of_bits(bits & 0x7f800000u ? bits : bits & 0x80000000u);
}

/* .ftz of a result, given the result of the same operation on operands made 2^24 times as large (nan.h says why). */
static inline float flush_scaled(float value, float scaled) {
    uint32_t bits = bits_of_float(value);
    return float_of_bits(fabsf(scaled) < 0x1p-102f ? bits & 0x80000000u : bits);
}

static inline float multiply_flushed(float a, float b) {
    return flush_scaled(a * b, a * 0x1p24f * b);
}

static inline float fuse_flushed(float a, float b, float c) {
    return flush_scaled(fmaf(a, b, c), fmaf(a * 0x1p24f, b, c * 0x1p24f));
}

static inline double quiet(double value) {
    return nan_value(nan_bits(value) | NAN_QUIET_F64);
}

static inline float smaller_f32(float a, float b) {
    float equal = float_of_bits(bits_of_float(a) | bits_of_float(b));
    return a != a ? canonical(b) : b != b ? a : a < b ? a : a > b ? b : equal;
}

static inline float larger_f32(float a, float b) {
    float equal = float_of_bits(bits_of_float(a) & bits_of_float(b));
    return a != a ? canonical(b) : b != b ? a : a > b ? a : a < b ? b : equal;
}

static inline double smaller_f64(double a, double b) {
    double equal = nan_value(nan_bits(a) | nan_bits(b));
    return a != a ? (b != b ? quiet(b) : b) : b != b ? a : a < b ? a : a > b ? b : equal;
}

static inline double larger_f64(double a, double b) {
    double equal = nan_value(nan_bits(a) & nan_bits(b));
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
    return nan_value(nan_bits(value) & UINT64_C(0xffffffff00000000));
}

/* rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 keep the upper 32 bits and flush subnormal results. */
static inline double approximate_f64(double value) {
    if (value != value) return nan_value(UINT64_C(0x7fffffff00000000));
    uint64_t bits = nan_bits(value) & UINT64_C(0xffffffff00000000);
    return nan_value(bits & UINT64_C(0x7ff0000000000000) ? bits : bits & UINT64_C(0x8000000000000000));
}

/* rsqrt.approx.f64 is what CUDA's rsqrt() compiles to: the assembler refines the approximation to within a unit in the
 * last place. */
static inline double refined_f64(double value) {
    return value != value ? nan_value(UINT64_C(0x7fffffff00000000)) : value;
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

/* Where a value has more than 53 bits, the last one is set if any bit below it is: a second rounding to fewer bits
 * then gives what one rounding would give (half.h says why). */
static inline double odd_from_u64(uint64_t a) {
    uint64_t low = a >> 53 ? a & 0x7ff : 0;
    return (double)((a ^ low) | (low ? 0x800 : 0));
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

/* ---- the operations ---------------------------------------------------------------------------------------------- */

#define OPERATION(name, tr, operands, values, expression)                                                              \
    static const SimInstr *name(SimWarp *warp, const SimInstr *instr) {                                                \
        Row_##tr *dest = row_at(warp, instr->dest);                                                                    \
        Row_##tr *out = warp->active == ALL_LANES ? dest : (Row_##tr *)warp->scratch;                                  \
        const int64_t k = instr->imm;                                                                                  \
        (void)k;                                                                                                       \
        operands;                                                                                                      \
        EACH_LANE {                                                                                                    \
            values;                                                                                                    \
            out[lane] = (Row_##tr)(Value_##tr)(expression);                                                            \
        }                                                                                                              \
        if (out != dest) blend(dest, warp, sizeof *dest);                                                              \
        return instr + 1;                                                                                              \
    }
#define OPERAND(type, x, field) const Row_##type *row_##x = row_at(warp, instr->field)
#define VALUE(type, x) const Value_##type x = (Value_##type)row_##x[lane]

#define UNARY(name, tr, ta, expression) OPERATION(name, tr, OPERAND(ta, a, a), VALUE(ta, a), expression)
#define BINARY(name, tr, ta, tb, expression)                                                                           \
    OPERATION(name, tr, OPERAND(ta, a, a); OPERAND(tb, b, b), VALUE(ta, a); VALUE(tb, b), expression)
#define TERNARY(name, tr, ta, tb, tc, expression)                                                                      \
    OPERATION(name, tr, OPERAND(ta, a, a); OPERAND(tb, b, b); OPERAND(tc, c, c), VALUE(ta, a); VALUE(tb, b);           \
              VALUE(tc, c), expression)
#define QUATERNARY(name, tr, ta, tb, tc, te, expression)                                                               \
    OPERATION(name, tr, OPERAND(ta, a, a); OPERAND(tb, b, b); OPERAND(tc, c, c); OPERAND(te, e, d), VALUE(ta, a);      \
              VALUE(tb, b); VALUE(tc, c); VALUE(te, e), expression)
#define COMPARE(name, t, expression)                                                                                   \
    static const SimInstr *name(SimWarp *warp, const SimInstr *instr) {                                                \
        const Row_##t *row_a = row_at(warp, instr->a), *row_b = row_at(warp, instr->b);                                \
        _Alignas(64) uint32_t holds[WARP_SIZE];                                                                        \
        EACH_LANE {                                                                                                    \
            const Value_##t a = (Value_##t)row_a[lane], b = (Value_##t)row_b[lane];                                    \
            holds[lane] = (expression) ? ALL_LANES : 0;                                                                \
        }                                                                                                              \
        sim_predicate_set(warp, instr->dest, mask_of(holds));                                                          \
        return instr + 1;                                                                                              \
    }
#define SPECIAL(name)

#include "sim/lanes/float.def"
#include "sim/lanes/integer.def"

#undef UNARY
#undef BINARY
#undef TERNARY
#undef QUATERNARY
#undef COMPARE
#undef SPECIAL

/* The first micro-instruction of a basic block: counts the block's instructions, unless the block is the lanes'
 * reconvergence point: then their path ends here. */
static const SimInstr *leader(SimWarp *warp, const SimInstr *instr) {
    if (warp->reconverge == instr) return sim_next_path(warp);
    SimCounter *counter = &warp->counters[instr->count];
    counter->warps++;
    counter->threads += (uint64_t)__builtin_popcount(warp->active);
    warp->fuel -= instr->imm;
    if (warp->fuel < 0) return sim_refuel(warp, instr);
    return instr + 1;
}

/* A guarded instruction: the next k micro-instructions run for the lanes whose predicate holds. */
static const SimInstr *guard(SimWarp *warp, const SimInstr *instr) {
    const SimInstr *end = instr + 1 + instr->imm;
    uint32_t active = warp->active, holds = active & sim_predicate(warp, instr->guard);
    if (!holds) return end;
    SimCounter *counter = &warp->counters[instr->count];
    counter->warps++;
    counter->threads += (uint64_t)__builtin_popcount(holds);
    warp->fuel--;
    warp->active = holds;
    for (const SimInstr *at = instr + 1; at != end;)
        if ((at = at->run(warp, at)) == NULL) return NULL;
    warp->active = active;
    return end;
}

static const SimInstr *select_32(SimWarp *warp, const SimInstr *instr) {
    const Row_u32 *a = row_at(warp, instr->a), *b = row_at(warp, instr->b);
    Row_u32 *dest = row_at(warp, instr->dest), *out = warp->active == ALL_LANES ? dest : (Row_u32 *)warp->scratch;
    uint32_t chosen = sim_predicate(warp, instr->guard);
    EACH_LANE out[lane] = chosen & lane_bit[lane] ? a[lane] : b[lane];
    if (out != dest) blend_32(dest, warp);
    return instr + 1;
}

static const SimInstr *select_64(SimWarp *warp, const SimInstr *instr) {
    const Row_u64 *a = row_at(warp, instr->a), *b = row_at(warp, instr->b);
    Row_u64 *dest = row_at(warp, instr->dest), *out = warp->active == ALL_LANES ? dest : (Row_u64 *)warp->scratch;
    uint32_t chosen = sim_predicate(warp, instr->guard);
    EACH_LANE out[lane] = chosen & lane_bit[lane] ? a[lane] : b[lane];
    if (out != dest) blend_64(dest, warp);
    return instr + 1;
}

/* Predicates are masks: a truth table of three of them at once. */
static const SimInstr *predicate_logic(SimWarp *warp, const SimInstr *instr) {
    uint32_t a = sim_predicate(warp, instr->a), b = sim_predicate(warp, instr->b), c = sim_predicate(warp, instr->c);
    sim_predicate_set(warp, instr->dest, look_up3(a, b, c, (uint32_t)instr->imm));
    return instr + 1;
}

static const SimInstr *predicate_from_row(SimWarp *warp, const SimInstr *instr) {
    const Row_u32 *a = row_at(warp, instr->a);
    _Alignas(64) uint32_t holds[WARP_SIZE];
    EACH_LANE holds[lane] = a[lane] ? ALL_LANES : 0;
    sim_predicate_set(warp, instr->dest, mask_of(holds));
    return instr + 1;
}

/* The constant's two halves, or 1 and 0: what the lanes get where the predicate holds and where it does not. */
static const SimInstr *row_from_predicate(SimWarp *warp, const SimInstr *instr) {
    Row_u32 *dest = row_at(warp, instr->dest), *out = warp->active == ALL_LANES ? dest : (Row_u32 *)warp->scratch;
    uint32_t chosen = sim_predicate(warp, instr->guard), yes = (uint32_t)instr->imm;
    EACH_LANE out[lane] = chosen & lane_bit[lane] ? yes : 0;
    if (out != dest) blend_32(dest, warp);
    return instr + 1;
}

/* a + b, or a - b as a + ~b + 1. k: bit 0 the carry flag comes in, bit 1 it is written, bit 2 a subtraction. The flag
 * is the adder's carry for subtractions too, set where nothing was borrowed: NVIDIA's own 128-bit division asks for it
 * with addc after subc.cc. */
static const SimInstr *add_carry_32(SimWarp *warp, const SimInstr *instr) {
    const Row_u32 *a = row_at(warp, instr->a), *b = row_at(warp, instr->b);
    Row_u32 *out = (Row_u32 *)warp->scratch;
    uint32_t flip = instr->imm & 4 ? ALL_LANES : 0, flags = instr->imm & 1 ? warp->carry : flip, carries = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        uint64_t sum = (uint64_t)a[lane] + (b[lane] ^ flip) + ((flags >> lane) & 1);
        out[lane] = (uint32_t)sum;
        carries |= (uint32_t)(sum >> 32) << lane;
    }
    if (instr->imm & 2) warp->carry = (warp->carry & ~warp->active) | (carries & warp->active);
    blend_32(row_at(warp, instr->dest), warp);
    return instr + 1;
}

static const SimInstr *add_carry_64(SimWarp *warp, const SimInstr *instr) {
    const Row_u64 *a = row_at(warp, instr->a), *b = row_at(warp, instr->b);
    Row_u64 *out = warp->scratch;
    uint32_t flip = instr->imm & 4 ? ALL_LANES : 0, flags = instr->imm & 1 ? warp->carry : flip, carries = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        Wide sum = (Wide)a[lane] + (b[lane] ^ (flip ? ~UINT64_C(0) : 0)) + ((flags >> lane) & 1);
        out[lane] = (uint64_t)sum;
        carries |= (uint32_t)(sum >> 64) << lane;
    }
    if (instr->imm & 2) warp->carry = (warp->carry & ~warp->active) | (carries & warp->active);
    blend_64(row_at(warp, instr->dest), warp);
    return instr + 1;
}

#include "sim/lanes/recall_body.h"

static const SimLanes lanes = {
    .name = LANES_NAME,
    .shared_word = {[REQUEST_LOAD] = load_shared_word, [REQUEST_STORE] = store_shared_word},
    .global_word = {[REQUEST_LOAD] = load_global_word, [REQUEST_STORE] = store_global_word},
    .handler =
        {
#define UNARY(name, tr, a, expression) name,
#define BINARY(name, tr, a, b, expression) name,
#define TERNARY(name, tr, a, b, c, expression) name,
#define QUATERNARY(name, tr, a, b, c, e, expression) name,
#define COMPARE(name, a, expression) name,
#define SPECIAL(name) name,
#include "sim/lanes/float.def"
#include "sim/lanes/integer.def"
        },
};
