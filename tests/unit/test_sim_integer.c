/* Integer instructions against plain C, over operands that include every edge. */
#include "sim_testing.h"

static const uint64_t edges[] = {0,
                                 1,
                                 2,
                                 3,
                                 7,
                                 31,
                                 32,
                                 33,
                                 63,
                                 64,
                                 65,
                                 255,
                                 0x7f,
                                 0x80,
                                 0x7fff,
                                 0x8000,
                                 0xffff,
                                 0x10000,
                                 0x00ffffff,
                                 0x01000000,
                                 0x7fffffff,
                                 0x80000000,
                                 0x80000001,
                                 0xfffffffe,
                                 0xffffffff,
                                 0x123456789,
                                 0x7fffffffffffffff,
                                 0x8000000000000000,
                                 0xffffffffffffffff,
                                 0xfedcba9876543210,
                                 0x0f0f0f0f12345678};
enum { EDGES = sizeof edges / sizeof *edges };

static Operands operands;

static int set_up(void **state) {
    (void)state;
    operands = combine(edges, EDGES);
    return 0;
}

#define U(x) ((uint32_t)(x))
#define S(x) ((int32_t)(uint32_t)(x))
#define L(x) ((int64_t)(x))
#define H(x) ((int16_t)(uint16_t)(x))
#define CHECK(instruction, result, mask, expression)                                                                   \
    do {                                                                                                               \
        alu_check(instruction, result, operands.a, operands.b, operands.c, operands.count, expression, mask);          \
    } while (0)
#define EXPECT(name, expression)                                                                                       \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c) {                                                         \
        (void)a;                                                                                                       \
        (void)b;                                                                                                       \
        (void)c;                                                                                                       \
        return (uint64_t)(expression);                                                                                 \
    }
#define M32 UINT64_C(0xffffffff)
#define M64 UINT64_MAX

/* clang-format off */
EXPECT(add32, U(a) + U(b))
EXPECT(sub64, a - b)
EXPECT(add16, (uint16_t)(a + b))
EXPECT(saturated, (__extension__(__int128)S(a) + S(b)) > INT32_MAX ? INT32_MAX
                  : (int64_t)S(a) + S(b) < INT32_MIN ? INT32_MIN : S(a) + S(b))
EXPECT(mul_lo64, a * b)
EXPECT(mul_hi_s32, (int64_t)S(a) * S(b) >> 32)
EXPECT(mul_hi_u64, (uint64_t)((__extension__(unsigned __int128)a * b) >> 64))
EXPECT(mul_hi_s64, (uint64_t)((__extension__(__int128)L(a) * L(b)) >> 64))
EXPECT(mul_wide_s32, (int64_t)S(a) * S(b))
EXPECT(mul_wide_u16, (uint32_t)(uint16_t)a * (uint16_t)b)
EXPECT(mad_lo32, U(a) * U(b) + U(c))
EXPECT(mad_hi_u32, ((uint64_t)U(a) * U(b) >> 32) + U(c))
EXPECT(mad_wide_s32, (uint64_t)((int64_t)S(a) * S(b)) + c)
EXPECT(div_u32, U(b) ? U(a) / U(b) : UINT32_MAX)
EXPECT(div_s32, U(b) == 0 ? -1 : S(b) == -1 ? (int64_t)(uint32_t)-U(a) : S(a) / S(b))
EXPECT(rem_s32, U(b) == 0 ? S(a) : S(b) == -1 ? 0 : S(a) % S(b))
EXPECT(div_s64, b == 0 ? -1 : L(b) == -1 ? (int64_t)-a : L(a) / L(b))
EXPECT(rem_u64, b ? a % b : a)
EXPECT(min_s32, S(a) < S(b) ? S(a) : S(b))
EXPECT(max_u64, a > b ? a : b)
EXPECT(min_s16, H(a) < H(b) ? H(a) : H(b))
EXPECT(abs_s32, S(a) < 0 ? -U(a) : U(a))
EXPECT(popc64, __builtin_popcountll(a))
EXPECT(clz32, U(a) ? __builtin_clz(U(a)) : 32)
EXPECT(sad_s32, U(c) + (S(a) > S(b) ? U(a) - U(b) : U(b) - U(a)))
/* clang-format on */

static void arithmetic_wraps_saturates_and_divides_as_the_hardware_does(void **state) {
    (void)state;
    CHECK("add.s32 %r0,%r1,%r2;", 'r', M32, add32);
    CHECK("sub.s64 %d0,%d1,%d2;", 'd', M64, sub64);
    CHECK("add.u16 %h0,%h1,%h2;", 'h', M64, add16);
    CHECK("add.sat.s32 %r0,%r1,%r2;", 'r', M32, saturated);
    CHECK("mul.lo.s64 %d0,%d1,%d2;", 'd', M64, mul_lo64);
    CHECK("mul.hi.s32 %r0,%r1,%r2;", 'r', M32, mul_hi_s32);
    CHECK("mul.hi.u64 %d0,%d1,%d2;", 'd', M64, mul_hi_u64);
    CHECK("mul.hi.s64 %d0,%d1,%d2;", 'd', M64, mul_hi_s64);
    CHECK("mul.wide.s32 %d0,%r1,%r2;", 'd', M64, mul_wide_s32);
    CHECK("mul.wide.u16 %r0,%h1,%h2;", 'r', M32, mul_wide_u16);
    CHECK("mad.lo.s32 %r0,%r1,%r2,%r3;", 'r', M32, mad_lo32);
    CHECK("mad.hi.u32 %r0,%r1,%r2,%r3;", 'r', M32, mad_hi_u32);
    CHECK("mad.wide.s32 %d0,%r1,%r2,%d3;", 'd', M64, mad_wide_s32);
    CHECK("div.u32 %r0,%r1,%r2;", 'r', M32, div_u32);
    CHECK("div.s32 %r0,%r1,%r2;", 'r', M32, div_s32);
    CHECK("rem.s32 %r0,%r1,%r2;", 'r', M32, rem_s32);
    CHECK("div.s64 %d0,%d1,%d2;", 'd', M64, div_s64);
    CHECK("rem.u64 %d0,%d1,%d2;", 'd', M64, rem_u64);
    CHECK("min.s32 %r0,%r1,%r2;", 'r', M32, min_s32);
    CHECK("max.u64 %d0,%d1,%d2;", 'd', M64, max_u64);
    CHECK("min.s16 %h0,%h1,%h2;", 'h', 0xffff, min_s16);
    CHECK("abs.s32 %r0,%r1;", 'r', M32, abs_s32);
    CHECK("popc.b64 %r0,%d1;", 'r', M32, popc64);
    CHECK("clz.b32 %r0,%r1;", 'r', M32, clz32);
    CHECK("sad.s32 %r0,%r1,%r2,%r3;", 'r', M32, sad_s32);
}

/* The definitions of the PTX ISA, bit by bit; of 64 bits an H200 takes position and length whole (bench/results/). */
static uint64_t bfe(uint64_t a, uint64_t b, uint64_t c, int bits, bool is_signed) {
    uint64_t kept = bits == 64 ? UINT32_MAX : 255, position = b & kept, length = c & kept, top = (uint64_t)bits - 1,
             result = 0;
    uint64_t last = position + length - 1 < top ? position + length - 1 : top;
    uint64_t sign = is_signed && length ? a >> last & 1 : 0;
    for (uint64_t i = 0; i <= top; i++)
        result |= (i < length && position + i <= top ? a >> (position + i) & 1 : sign) << i;
    return result;
}

static uint64_t bfe_u32(uint64_t a, uint64_t b, uint64_t c) {
    return bfe(a, b, c, 32, false);
}
static uint64_t bfe_s32(uint64_t a, uint64_t b, uint64_t c) {
    return bfe(a, b, c, 32, true);
}
static uint64_t bfe_s64(uint64_t a, uint64_t b, uint64_t c) {
    return bfe(a, b, c, 64, true);
}

static uint64_t bfi_32(uint64_t a, uint64_t b, uint64_t c) { /* length 9 */
    uint64_t result = U(b), position = c & 255;
    for (uint64_t i = 0; i < 9 && position + i < 32; i++)
        result = (result & ~(UINT64_C(1) << (position + i))) | (a >> i & 1) << (position + i);
    return result;
}

static uint64_t prmt(uint64_t a, uint64_t b, uint64_t c) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)((i < 4 ? U(a) : U(b)) >> 8 * (i % 4));
    uint64_t result = 0;
    for (int i = 0; i < 4; i++) {
        unsigned choice = (unsigned)(c >> 4 * i) & 15;
        uint64_t byte = choice & 8 ? (bytes[choice & 7] & 128 ? 255 : 0) : bytes[choice & 7];
        result |= byte << 8 * i;
    }
    return result;
}

static uint64_t brev(uint64_t a, uint64_t b, uint64_t c) {
    (void)b;
    (void)c;
    uint64_t result = 0;
    for (int i = 0; i < 32; i++) result |= (a >> i & 1) << (31 - i);
    return result;
}

static uint64_t bfind_s64(uint64_t a, uint64_t b, uint64_t c) {
    (void)b;
    (void)c;
    uint64_t value = L(a) < 0 ? ~a : a;
    for (int i = 63; i >= 0; i--)
        if (value >> i & 1) return (uint64_t)i;
    return M32;
}

/* clang-format off */
EXPECT(shl32, U(b) > 31 ? 0 : U(a) << (U(b) & 31))
EXPECT(shr_s32, S(a) >> (U(b) > 31 ? 31 : U(b)))
EXPECT(shr_u64, U(b) > 63 ? 0 : a >> (U(b) & 63))
EXPECT(shr_s16, (uint16_t)(H(a) >> (U(b) > 15 ? 15 : U(b))))
EXPECT(shf_l_clamp, U(c) >= 32 ? U(a) : U(c) == 0 ? U(b) : U(b) << U(c) | U(a) >> (32 - U(c)))
EXPECT(shf_r_wrap, (U(c) & 31) == 0 ? U(a) : U(a) >> (U(c) & 31) | U(b) << (32 - (U(c) & 31)))
EXPECT(lop3_majority, (a & b) | (b & c) | (a & c))
EXPECT(dp4a, U(c) + U((int8_t)a * (uint8_t)b) + U((int8_t)(a >> 8) * (uint8_t)(b >> 8)) +
             U((int8_t)(a >> 16) * (uint8_t)(b >> 16)) + U((int8_t)(a >> 24) * (uint8_t)(b >> 24)))
EXPECT(cnot, U(a) == 0)
EXPECT(mul24, (int64_t)((int32_t)(U(a) << 8) >> 8) * ((int32_t)(U(b) << 8) >> 8))
/* clang-format on */

static void bits_shifts_and_fields_follow_the_isa_beyond_the_width_too(void **state) {
    (void)state;
    CHECK("shl.b32 %r0,%r1,%r2;", 'r', M32, shl32);
    CHECK("shr.s32 %r0,%r1,%r2;", 'r', M32, shr_s32);
    CHECK("shr.u64 %d0,%d1,%r2;", 'd', M64, shr_u64);
    CHECK("shr.s16 %h0,%h1,%r2;", 'h', M64, shr_s16);
    CHECK("shf.l.clamp.b32 %r0,%r1,%r2,%r3;", 'r', M32, shf_l_clamp);
    CHECK("shf.r.wrap.b32 %r0,%r1,%r2,%r3;", 'r', M32, shf_r_wrap);
    CHECK("lop3.b32 %r0,%r1,%r2,%r3,0xE8;", 'r', M32, lop3_majority);
    CHECK("bfe.u32 %r0,%r1,%r2,%r3;", 'r', M32, bfe_u32);
    CHECK("bfe.s32 %r0,%r1,%r2,%r3;", 'r', M32, bfe_s32);
    CHECK("bfe.s64 %d0,%d1,%r2,%r3;", 'd', M64, bfe_s64);
    CHECK("bfi.b32 %r0,%r1,%r2,%r3,9;", 'r', M32, bfi_32);
    CHECK("prmt.b32 %r0,%r1,%r2,%r3;", 'r', M32, prmt);
    CHECK("brev.b32 %r0,%r1;", 'r', M32, brev);
    CHECK("bfind.s64 %r0,%d1;", 'r', M32, bfind_s64);
    CHECK("dp4a.s32.u32 %r0,%r1,%r2,%r3;", 'r', M32, dp4a);
    CHECK("cnot.b32 %r0,%r1;", 'r', M32, cnot);
    CHECK("mul24.lo.s32 %r0,%r1,%r2;", 'r', M32, mul24);
}

/* clang-format off */
EXPECT(wide_sum, a + b)
EXPECT(wide_difference, a - b)
EXPECT(wide_product_high, (uint64_t)((__extension__(unsigned __int128)U(a) * U(b) + c) >> 32))
/* clang-format on */

/* 64-bit arithmetic from 32-bit halves: right only if the flag passes from the first instruction to the second. */
static void carries_pass_from_one_instruction_to_the_next(void **state) {
    (void)state;
    const char *halves = "mov.b64 {%r1,%r4},%d1; mov.b64 {%r2,%r5},%d2;";
    Text text = {0};
    text_printf(&text, "%s add.cc.u32 %%r1,%%r1,%%r2; addc.u32 %%r4,%%r4,%%r5; mov.b64 %%d0,{%%r1,%%r4};", halves);
    CHECK(text.data, 'd', M64, wide_sum);
    text_free(&text);
    text_printf(&text, "%s sub.cc.u32 %%r1,%%r1,%%r2; subc.u32 %%r4,%%r4,%%r5; mov.b64 %%d0,{%%r1,%%r4};", halves);
    CHECK(text.data, 'd', M64, wide_difference);
    text_free(&text);
    CHECK("mov.b64 {%r3,%r4},%d3; mad.lo.cc.u32 %r3,%r1,%r2,%r3; madc.hi.u32 %r0,%r1,%r2,%r4;", 'r', M32,
          wide_product_high);
}

/* clang-format off */
EXPECT(lt_s32, S(a) < S(b))
EXPECT(hs_u64, a >= b)
EXPECT(ne_and, (U(a) != U(b)) && (U(c) & 1))
EXPECT(not_first, !(U(a) > U(b)))
EXPECT(set_all, S(a) >= S(b) ? M32 : 0)
EXPECT(slct, S(c) >= 0 ? U(a) : U(b))
/* clang-format on */

static void comparisons_select_and_join_predicates(void **state) {
    (void)state;
    CHECK("setp.lt.s32 %p0,%r1,%r2;", 'p', 1, lt_s32);
    CHECK("setp.hs.u64 %p0,%d1,%d2;", 'p', 1, hs_u64);
    CHECK("and.b32 %r3,%r3,1; setp.eq.u32 %p1,%r3,1; setp.ne.and.b32 %p0,%r1,%r2,%p1;", 'p', 1, ne_and);
    CHECK("setp.gt.u32 %p1|%p0,%r1,%r2;", 'p', 1, not_first);
    CHECK("set.ge.u32.s32 %r0,%r1,%r2;", 'r', M32, set_all);
    CHECK("slct.b32.s32 %r0,%r1,%r2,%r3;", 'r', M32, slct);
}

/* clang-format off */
EXPECT(s32_from_s8, (int8_t)a)
EXPECT(u8_from_s64, (uint8_t)a)
EXPECT(sat_s8_from_s32, S(a) > 127 ? 127 : S(a) < -128 ? -128 : S(a))
EXPECT(sat_u16_from_s64, L(a) > 65535 ? 65535 : L(a) < 0 ? 0 : L(a))
EXPECT(sat_u32_from_s32, S(a) < 0 ? 0 : S(a))
EXPECT(sat_s32_from_u64, a > INT32_MAX ? INT32_MAX : (int64_t)a)
EXPECT(s64_from_s32, S(a))
EXPECT(reversed_halves, (a & 0xffff) << 48 | (a & 0xffff0000) << 16 | (a >> 16 & 0xffff0000) | a >> 48)
/* clang-format on */

static void integers_convert_by_extension_truncation_or_saturation(void **state) {
    (void)state;
    CHECK("cvt.s32.s8 %r0,%r1;", 'r', M32, s32_from_s8);
    CHECK("cvt.u8.s64 %r0,%d1;", 'r', M32, u8_from_s64);
    CHECK("cvt.sat.s8.s32 %r0,%r1;", 'r', M32, sat_s8_from_s32);
    CHECK("cvt.sat.u16.s64 %h0,%d1;", 'h', M64, sat_u16_from_s64);
    CHECK("cvt.sat.u32.s32 %r0,%r1;", 'r', M32, sat_u32_from_s32);
    CHECK("cvt.sat.s32.u64 %r0,%d1;", 'r', M32, sat_s32_from_u64);
    CHECK("cvt.s64.s32 %d0,%r1;", 'd', M64, s64_from_s32);
    CHECK("mov.b64 {%h1,%h2,%h3,%h0},%d1; mov.b64 %d0,{%h0,%h3,%h2,%h1};", 'd', M64, reversed_halves);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_wraps_saturates_and_divides_as_the_hardware_does),
        cmocka_unit_test(bits_shifts_and_fields_follow_the_isa_beyond_the_width_too),
        cmocka_unit_test(carries_pass_from_one_instruction_to_the_next),
        cmocka_unit_test(comparisons_select_and_join_predicates),
        cmocka_unit_test(integers_convert_by_extension_truncation_or_saturation),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
