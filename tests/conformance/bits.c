/* Logic, shifts, bit fields, permutations, moves: bit by bit after the PTX ISA's text. */
#include "cases.h"

#include <stdio.h>

static const uint64_t edges[] = {0,
                                 1,
                                 2,
                                 3,
                                 5,
                                 8,
                                 15,
                                 16,
                                 17,
                                 31,
                                 32,
                                 33,
                                 63,
                                 64,
                                 255,
                                 0x8000,
                                 0x12345678,
                                 0x80000000,
                                 0xffffffff,
                                 0x0123456789abcdef,
                                 0x8000000000000000,
                                 0xffffffffffffffff};

#define MODEL(name, expression)                                                                                        \
    static uint64_t name(const void *context, const uint64_t x[OPERANDS]) {                                            \
        uint64_t a = x[0], b = x[1], c = x[2];                                                                         \
        (void)context, (void)a, (void)b, (void)c;                                                                      \
        return (uint64_t)(expression);                                                                                 \
    }
#define U(x) ((uint32_t)(x))
#define S(x) ((int32_t)(uint32_t)(x))
#define H(x) ((uint16_t)(x))

static uint64_t field(uint64_t a, uint64_t position, uint64_t length, uint64_t width, bool is_signed) {
    uint64_t top = width - 1, result = 0, last = position + length - 1 < top ? position + length - 1 : top;
    uint64_t sign = is_signed && length ? a >> last & 1 : 0;
    for (uint64_t i = 0; i < width; i++)
        result |= (i < length && position + i < width ? a >> (position + i) & 1 : sign) << i;
    return result;
}

static uint64_t inserted(uint64_t from, uint64_t into, uint64_t position, uint64_t length, uint64_t width) {
    for (uint64_t i = 0; i < length && position + i < width; i++)
        into = (into & ~(UINT64_C(1) << (position + i))) | (from >> i & 1) << (position + i);
    return into;
}

static uint64_t highest_bit(uint64_t a) {
    for (uint64_t i = 64; i-- > 0;)
        if (a >> i & 1) return i;
    return 0xffffffff;
}

static uint64_t distance(uint64_t a, uint64_t top) {
    uint64_t bit = highest_bit(a);
    return bit == 0xffffffff ? bit : top - bit;
}

static uint64_t reversed(uint64_t a, int width) {
    uint64_t result = 0;
    for (int i = 0; i < width; i++) result |= (a >> i & 1) << (width - 1 - i);
    return result;
}

static int ones(uint64_t a) {
    int count = 0;
    for (; a; a &= a - 1) count++;
    return count;
}

static uint64_t leading_zeros(uint64_t a, int width) {
    uint64_t bit = highest_bit(a);
    return bit == 0xffffffff ? (uint64_t)width : (uint64_t)width - 1 - bit;
}

static uint64_t nth_set(uint64_t mask, uint64_t base, int64_t offset) {
    if (offset == 0) return mask >> base & 1 ? base : 0xffffffff;
    int64_t step = offset > 0 ? 1 : -1, left = offset > 0 ? offset : -offset;
    for (int64_t at = (int64_t)base; at >= 0 && at < 32; at += step)
        if ((mask >> at & 1) && --left == 0) return (uint64_t)at;
    return 0xffffffff;
}

/* clang-format off */
MODEL(and_16, H(a & b))
MODEL(and_32, U(a & b))
MODEL(and_64, a & b)
MODEL(or_16, H(a | b))
MODEL(or_32, U(a | b))
MODEL(or_64, a | b)
MODEL(xor_16, H(a ^ b))
MODEL(xor_32, U(a ^ b))
MODEL(xor_64, a ^ b)
MODEL(not_16, H(~a))
MODEL(not_32, U(~a))
MODEL(not_64, ~a)
MODEL(cnot_16, H(a) == 0)
MODEL(cnot_32, U(a) == 0)
MODEL(cnot_64, a == 0)
MODEL(and_pred, a & b & 1)
MODEL(or_pred, (a | b) & 1)
MODEL(xor_pred, (a ^ b) & 1)
MODEL(not_pred, ~a & 1)
MODEL(shl_16, U(b) > 15 ? 0 : H(a << U(b)))
MODEL(shl_32, U(b) > 31 ? 0 : U(a) << U(b))
MODEL(shl_64, U(b) > 63 ? 0 : a << U(b))
MODEL(shr_u16, U(b) > 15 ? 0 : H(a) >> U(b))
MODEL(shr_u32, U(b) > 31 ? 0 : U(a) >> U(b))
MODEL(shr_u64, U(b) > 63 ? 0 : a >> U(b))
MODEL(shr_s16, H((int16_t)a >> (U(b) > 15 ? 15 : U(b))))
MODEL(shr_s32, U(S(a) >> (U(b) > 31 ? 31 : U(b))))
MODEL(shr_s64, (int64_t)a >> (U(b) > 63 ? 63 : U(b)))
/* clang-format on */
#define BOTH ((b & 0xffffffff) << 32 | U(a))
/* clang-format off */
MODEL(shf_l_wrap, U((BOTH << (c & 31)) >> 32))
MODEL(shf_l_clamp, U(c) >= 32 ? U(a) : U((BOTH << U(c)) >> 32))
MODEL(shf_r_wrap, U(BOTH >> (c & 31)))
MODEL(shf_r_clamp, U(c) >= 32 ? U(b) : U(BOTH >> U(c)))
MODEL(majority, U((a & b) | (b & c) | (a & c)))
MODEL(parity3, U(a ^ b ^ c))
MODEL(third_not, U(~c & (a | b)))
MODEL(any_and, U(a ^ b ^ c) != 0 && (x[3] & 1))
MODEL(any_or, U(a & b & c) != 0 || (x[3] & 1))
MODEL(popc_32, ones(U(a)))
MODEL(popc_64, ones(a))
MODEL(clz_32, leading_zeros(U(a), 32))
MODEL(clz_64, leading_zeros(a, 64))
MODEL(bfind_u32, highest_bit(U(a)))
MODEL(bfind_u64, highest_bit(a))
MODEL(bfind_s32, highest_bit(S(a) < 0 ? U(~a) : U(a)))
MODEL(bfind_s64, highest_bit((int64_t)a < 0 ? ~a : a))
MODEL(shiftamt_u32, distance(U(a), 31))
MODEL(shiftamt_s32, distance(S(a) < 0 ? U(~a) : U(a), 31))
MODEL(shiftamt_u64, distance(a, 63))
MODEL(shiftamt_s64, distance((int64_t)a < 0 ? ~a : a, 63))
MODEL(fns_forward, nth_set(U(a), b & 31, 3))
MODEL(fns_backward, nth_set(U(a), b & 31, -2))
MODEL(fns_here, nth_set(U(a), b & 31, 0))
MODEL(brev_32, reversed(U(a), 32))
MODEL(brev_64, reversed(a, 64))
MODEL(bfe_u32, field(U(a), b & 255, c & 255, 32, false))
MODEL(bfe_s32, field(U(a), b & 255, c & 255, 32, true))
/* clang-format on */
/* Of 64 bits an H200 takes position and length whole. */
/* clang-format off */
MODEL(bfe_u64, field(a, U(b), U(c), 64, false))
MODEL(bfe_s64, field(a, U(b), U(c), 64, true))
MODEL(bfi_32, inserted(U(a), U(b), c & 255, x[3] & 255, 32))
MODEL(bfi_64, inserted(a, b, U(c), U(x[3]), 64))
MODEL(bmsk_clamp, inserted(~UINT64_C(0), 0, U(a), U(b), 32))
MODEL(bmsk_wrap, inserted(~UINT64_C(0), 0, a & 31, b & 31, 32))
MODEL(szext_u_clamp, field(U(a), 0, U(b) > 32 ? 32 : U(b), 32, false))
MODEL(szext_s_clamp, field(U(a), 0, U(b) > 32 ? 32 : U(b), 32, true))
MODEL(szext_u_wrap, field(U(a), 0, b & 31, 32, false))
MODEL(szext_s_wrap, field(U(a), 0, b & 31, 32, true))
MODEL(same_32, U(a))
MODEL(same_64, a)
MODEL(swapped_halves, a >> 32 | a << 32)
MODEL(swapped_shorts, U(a) >> 16 | U(U(a) << 16))
MODEL(bytes_turned, (a & 255) << 24 | (a >> 8 & 255) << 16 | (a >> 16 & 255) << 8 | (a >> 24 & 255))
MODEL(chosen_32, c & 1 ? U(a) : U(b))
MODEL(chosen_64, c & 1 ? a : b)
MODEL(chosen_16, c & 1 ? H(a) : H(b))
/* clang-format on */

static uint64_t permuted(const void *context, const uint64_t x[OPERANDS]) {
    const char *mode = context;
    uint8_t bytes[8];
    unsigned from[4];
    uint64_t selector = x[2], result = 0;
    unsigned first = (unsigned)selector & 3;
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)((i < 4 ? U(x[0]) : U(x[1])) >> 8 * (i % 4));
    for (unsigned i = 0; i < 4; i++) switch (mode[0]) {
        case 'f': from[i] = first + i; break;           /* f4e: four bytes upwards from the first */
        case 'b': from[i] = (first + 8 - i) & 7; break; /* b4e: downwards, around the end */
        case 'r': from[i] = mode[2] == '8' ? first : (first & 1) * 2 + (i & 1); break; /* rc8, rc16: copies */
        case 'e': from[i] = mode[2] == 'l' ? (i > first ? i : first) : (i < first ? i : first); break; /* ecl, ecr */
        default: from[i] = (unsigned)(selector >> 4 * i) & 15; break;
        }
    for (int i = 0; i < 4; i++) {
        uint64_t byte = bytes[from[i] & 7];
        result |= (from[i] & 8 ? (byte & 128 ? 255 : 0) : byte) << 8 * i;
    }
    return result;
}

typedef struct Row {
    const char *text;
    char result;
    Model *model;
} Row;

/* clang-format off */
static const Row rows[] = {
    {"and.b16 %h0,%h1,%h2;", 'h', and_16}, {"and.b32 %r0,%r1,%r2;", 'r', and_32},
    {"and.b64 %d0,%d1,%d2;", 'd', and_64},
    {"or.b16 %h0,%h1,%h2;", 'h', or_16}, {"or.b32 %r0,%r1,%r2;", 'r', or_32}, {"or.b64 %d0,%d1,%d2;", 'd', or_64},
    {"xor.b16 %h0,%h1,%h2;", 'h', xor_16}, {"xor.b32 %r0,%r1,%r2;", 'r', xor_32},
    {"xor.b64 %d0,%d1,%d2;", 'd', xor_64},
    {"not.b16 %h0,%h1;", 'h', not_16}, {"not.b32 %r0,%r1;", 'r', not_32}, {"not.b64 %d0,%d1;", 'd', not_64},
    {"cnot.b16 %h0,%h1;", 'h', cnot_16}, {"cnot.b32 %r0,%r1;", 'r', cnot_32}, {"cnot.b64 %d0,%d1;", 'd', cnot_64},
    {"and.pred %p0,%p1,%p2;", 'p', and_pred}, {"or.pred %p0,%p1,%p2;", 'p', or_pred},
    {"xor.pred %p0,%p1,%p2;", 'p', xor_pred}, {"not.pred %p0,%p1;", 'p', not_pred},
    {"mov.pred %p0,%p1; and.pred %p0,%p0,%p2;", 'p', and_pred},
    {"shl.b16 %h0,%h1,%r2;", 'h', shl_16}, {"shl.b32 %r0,%r1,%r2;", 'r', shl_32},
    {"shl.b64 %d0,%d1,%r2;", 'd', shl_64},
    {"shr.u16 %h0,%h1,%r2;", 'h', shr_u16}, {"shr.u32 %r0,%r1,%r2;", 'r', shr_u32},
    {"shr.u64 %d0,%d1,%r2;", 'd', shr_u64},
    {"shr.b16 %h0,%h1,%r2;", 'h', shr_u16}, {"shr.b32 %r0,%r1,%r2;", 'r', shr_u32},
    {"shr.b64 %d0,%d1,%r2;", 'd', shr_u64},
    {"shr.s16 %h0,%h1,%r2;", 'h', shr_s16}, {"shr.s32 %r0,%r1,%r2;", 'r', shr_s32},
    {"shr.s64 %d0,%d1,%r2;", 'd', shr_s64},
    {"shf.l.wrap.b32 %r0,%r1,%r2,%r3;", 'r', shf_l_wrap}, {"shf.l.clamp.b32 %r0,%r1,%r2,%r3;", 'r', shf_l_clamp},
    {"shf.r.wrap.b32 %r0,%r1,%r2,%r3;", 'r', shf_r_wrap}, {"shf.r.clamp.b32 %r0,%r1,%r2,%r3;", 'r', shf_r_clamp},
    {"lop3.b32 %r0,%r1,%r2,%r3,0xe8;", 'r', majority}, {"lop3.b32 %r0,%r1,%r2,%r3,0x96;", 'r', parity3},
    {"lop3.b32 %r0,%r1,%r2,%r3,0x54;", 'r', third_not},
    {"popc.b32 %r0,%r1;", 'r', popc_32}, {"popc.b64 %r0,%d1;", 'r', popc_64},
    {"clz.b32 %r0,%r1;", 'r', clz_32}, {"clz.b64 %r0,%d1;", 'r', clz_64},
    {"bfind.u32 %r0,%r1;", 'r', bfind_u32}, {"bfind.u64 %r0,%d1;", 'r', bfind_u64},
    {"bfind.s32 %r0,%r1;", 'r', bfind_s32}, {"bfind.s64 %r0,%d1;", 'r', bfind_s64},
    {"bfind.shiftamt.u32 %r0,%r1;", 'r', shiftamt_u32}, {"bfind.shiftamt.s32 %r0,%r1;", 'r', shiftamt_s32},
    {"bfind.shiftamt.u64 %r0,%d1;", 'r', shiftamt_u64}, {"bfind.shiftamt.s64 %r0,%d1;", 'r', shiftamt_s64},
    {"and.b32 %r2,%r2,31; fns.b32 %r0,%r1,%r2,3;", 'r', fns_forward},
    {"and.b32 %r2,%r2,31; fns.b32 %r0,%r1,%r2,-2;", 'r', fns_backward},
    {"and.b32 %r2,%r2,31; fns.b32 %r0,%r1,%r2,0;", 'r', fns_here},
    {"brev.b32 %r0,%r1;", 'r', brev_32}, {"brev.b64 %d0,%d1;", 'd', brev_64},
    {"bfe.u32 %r0,%r1,%r2,%r3;", 'r', bfe_u32}, {"bfe.s32 %r0,%r1,%r2,%r3;", 'r', bfe_s32},
    {"bfe.u64 %d0,%d1,%r2,%r3;", 'd', bfe_u64}, {"bfe.s64 %d0,%d1,%r2,%r3;", 'd', bfe_s64},
    {"bfi.b32 %r0,%r1,%r2,%r3,%r4;", 'r', bfi_32}, {"bfi.b64 %d0,%d1,%d2,%r3,%r4;", 'd', bfi_64},
    {"bmsk.clamp.b32 %r0,%r1,%r2;", 'r', bmsk_clamp}, {"bmsk.wrap.b32 %r0,%r1,%r2;", 'r', bmsk_wrap},
    {"szext.clamp.u32 %r0,%r1,%r2;", 'r', szext_u_clamp}, {"szext.clamp.s32 %r0,%r1,%r2;", 'r', szext_s_clamp},
    {"szext.wrap.u32 %r0,%r1,%r2;", 'r', szext_u_wrap}, {"szext.wrap.s32 %r0,%r1,%r2;", 'r', szext_s_wrap},
    {"mov.b32 %r0,%r1;", 'r', same_32}, {"mov.u64 %d0,%d1;", 'd', same_64},
    {"mov.f32 %f5,%f1; mov.b32 %r0,%f5;", 'r', same_32},
    {"mov.f64 %g5,%g1; mov.b64 %d0,%g5;", 'd', same_64},
    {"mov.b64 {%r5,%r6},%d1; mov.b64 %d0,{%r6,%r5};", 'd', swapped_halves},
    {"mov.b32 {%h5,%h6},%r1; mov.b32 %r0,{%h6,%h5};", 'r', swapped_shorts},
    {"prmt.b32 %r5,%r1,0,0x4440; prmt.b32 %r0,%r1,%r5,0x0123;", 'r', bytes_turned},
    {"selp.b16 %h0,%h1,%h2,%p3;", 'h', chosen_16}, {"selp.u32 %r0,%r1,%r2,%p3;", 'r', chosen_32},
    {"selp.s64 %d0,%d1,%d2,%p3;", 'd', chosen_64},
    {"selp.f32 %f5,%f1,%f2,%p3; mov.b32 %r0,%f5;", 'r', chosen_32},
    {"selp.f64 %g5,%g1,%g2,%p3; mov.b64 %d0,%g5;", 'd', chosen_64},
};
/* clang-format on */

void cases_bits(Suite *suite) {
    static Operands operands;
    static const char *const modes[] = {"", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16"};
    operands_combine(&operands, edges, sizeof edges / sizeof *edges);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        suite_alu(suite, rows[i].text, rows[i].result, &operands, rows[i].model, NULL, (Match){0});
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        char text[60];
        snprintf(text, sizeof text, "prmt.b32%s%s %%r0,%%r1,%%r2,%%r3;", *modes[i] ? "." : "", modes[i]);
        suite_alu(suite, text, 'r', &operands, permuted, *modes[i] ? modes[i] : "?", (Match){0});
    }
    suite_arch(suite, "sm_90");
    suite_alu(suite, "lop3.and.b32 %r5|%p0,%r1,%r2,%r3,0x96,%p4;", 'p', &operands, any_and, NULL, (Match){0});
    suite_alu(suite, "lop3.or.b32 %r5|%p0,%r1,%r2,%r3,0x80,%p4;", 'p', &operands, any_or, NULL, (Match){0});
}
