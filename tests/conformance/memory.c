/* Loads and stores of every width and vector in every space, conversions of addresses, atomics in every type,
 * asynchronous copies. An atomic's old value and what lies in memory afterwards are looked at in one case each. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "cases.h"

#define MODEL(name, expression)                                                                                        \
    static uint64_t name(const void *context, const uint64_t x[OPERANDS]) {                                            \
        uint64_t a = x[0], b = x[1];                                                                                   \
        (void)context, (void)a, (void)b;                                                                               \
        return (uint64_t)(expression);                                                                                 \
    }

/* clang-format off */
MODEL(first, a)
MODEL(low32, (uint32_t)a)
MODEL(low16, (uint16_t)a)
MODEL(low8, (uint8_t)a)
MODEL(high32, a >> 32)
MODEL(signed8, (uint32_t)(int8_t)a)
MODEL(signed16, (uint32_t)(int16_t)a)
MODEL(signed32_wide, (int64_t)(int32_t)a)
MODEL(signed8_wide, (int64_t)(int8_t)a)
MODEL(sum64, a + b)
MODEL(sum32s, (uint32_t)((uint32_t)a + (a >> 32)))
MODEL(bytes4, (a & 255) + (a >> 8 & 255) + (a >> 16 & 255) + (a >> 24 & 255))
MODEL(shorts4, (a & 65535) + (a >> 16 & 65535) + (a >> 32 & 65535) + (a >> 48))
MODEL(words4, (uint32_t)(a + (a >> 32) + b + (b >> 32)))
MODEL(always_one, 1)
MODEL(always_zero, 0)
MODEL(weights, (a & 3) * 11 + 5)
/* clang-format on */

#define ADD2 "add.u64 %d0,%d5,%d6;"
#define ADD4(c) "add.u32 %r5,%r5,%r6; add.u32 %r7,%r7,%r8; add.u32 %r0,%r5,%r7;"

/* clang-format off */
static const struct {
    const char *text;
    char result;
    Model *model;
} rows[] = {
    {"ld.global.u8 %r0,[%d30];", 'r', low8}, {"ld.global.s8 %r0,[%d30];", 'r', signed8},
    {"ld.global.b8 %h0,[%d30];", 'h', low8},
    {"ld.global.u16 %h0,[%d30];", 'h', low16}, {"ld.global.s16 %r0,[%d30];", 'r', signed16},
    {"ld.global.b32 %r0,[%d30+4];", 'r', high32},
    {"ld.global.s8 %d0,[%d30];", 'd', signed8_wide}, {"ld.global.s32 %d0,[%d30];", 'd', signed32_wide},
    {"ld.global.u64 %d0,[%d30];", 'd', first}, {"ld.global.f32 %f5,[%d30]; mov.b32 %r0,%f5;", 'r', low32},
    {"ld.global.f64 %g5,[%d30]; mov.b64 %d0,%g5;", 'd', first}, {"ldu.global.u32 %r0,[%d30];", 'r', low32},
    {"ld.global.nc.u32 %r0,[%d30];", 'r', low32},
    {"ld.global.nc.L1::no_allocate.L2::128B.v2.u64 {%d5,%d6},[%d30]; " ADD2, 'd', sum64},
    {"ld.global.cg.u32 %r0,[%d30];", 'r', low32}, {"ld.global.cv.u64 %d0,[%d30];", 'd', first},
    {"ld.volatile.global.u32 %r0,[%d30];", 'r', low32}, {"ld.relaxed.gpu.global.u32 %r0,[%d30];", 'r', low32},
    {"ld.acquire.sys.global.u64 %d0,[%d30];", 'd', first}, {"ld.u32 %r0,[%d30];", 'r', low32},
    {"createpolicy.fractional.L2::evict_first.b64 %d5,1.0; "
      "ld.global.L2::cache_hint.u32 %r0,[%d30],%d5;", 'r', low32},
    {"ld.global.v4.u8 {%r5,%r6,%r7,%r8},[%d30]; " ADD4(), 'r', bytes4},
    {"ld.global.v2.u32 {%r5,%r6},[%d30]; add.u32 %r0,%r5,%r6;", 'r', sum32s},
    {"ld.global.v4.u16 {%h5,%h6,%h7,%h8},[%d30]; cvt.u32.u16 %r5,%h5; cvt.u32.u16 %r6,%h6; cvt.u32.u16 %r7,%h7; "
      "cvt.u32.u16 %r8,%h8; " ADD4(), 'r', shorts4},
    {"ld.global.v4.u32 {%r5,%r6,%r7,%r8},[%d30]; " ADD4(), 'r', words4},
    {"ld.global.v2.f64 {%g5,%g6},[%d30]; mov.b64 %d5,%g5; mov.b64 %d6,%g6; " ADD2, 'd', sum64},
    {"st.shared.u8 [%r31],%r1; ld.shared.u8 %r0,[%r31];", 'r', low8},
    {"st.shared.u16 [%r31+2],%h1; ld.shared.s16 %r0,[%r31+2];", 'r', signed16},
    {"st.shared.b32 [%r31],%r1; ld.shared.b32 %r0,[%r31];", 'r', low32},
    {"st.shared.v2.u64 [%r31],{%d1,%d2}; ld.shared.v4.u32 {%r5,%r6,%r7,%r8},[%r31]; " ADD4(), 'r', words4},
    {"st.volatile.shared.f64 [%r31+8],%g1; ld.volatile.shared.u64 %d0,[%r31+8];", 'd', first},
    {"st.shared.v4.u16 [%r31],{%h1,%h1,%h1,%h1}; ld.shared.u16 %h0,[%r31+6];", 'h', low16},
    {"st.global.u64 [%d31],%d1; ld.global.u64 %d0,[%d31];", 'd', first},
    {"st.global.wt.u32 [%d31+4],%r1; ld.global.u32 %r0,[%d31+4];", 'r', low32},
    {"st.release.gpu.global.u32 [%d31],%r1; ld.acquire.gpu.global.u32 %r0,[%d31];", 'r', low32},
    {"st.global.v2.u32 [%d31],{%r1,%r1}; ld.global.u32 %r0,[%d31+4];", 'r', low32},
    {"st.u8 [%d31],%r1; ld.u8 %r0,[%d31];", 'r', low8},
    {"prefetch.global.L2 [%d30]; prefetchu.L1 [%d30]; prefetch.global.L1 [%d30]; "
      "ld.global.u32 %r0,[%d30];", 'r', low32},
    {"{ .local .align 16 .b8 own[48]; st.local.v2.u64 [own+16],{%d1,%d2}; "
      "ld.local.v4.u32 {%r5,%r6,%r7,%r8},[own+16]; " ADD4() " }", 'r', words4},
    {"{ .local .align 8 .b8 own[16]; cvta.local.u64 %d5,%d5; mov.u64 %d6,own; cvta.local.u64 %d6,%d6; "
      "st.u64 [%d6+8],%d1; ld.local.u64 %d0,[own+8]; }", 'd', first},
    {"{ .local .align 8 .b8 own[16]; mov.u64 %d6,own; cvta.local.u64 %d6,%d6; isspacep.local %p0,%d6; "
      "}", 'p', always_one},
    {"cvt.u64.u32 %d5,%r31; cvta.shared.u64 %d5,%d5; st.u32 [%d5],%r1; ld.shared.u32 %r0,[%r31];", 'r', low32},
    {"cvt.u64.u32 %d5,%r31; cvta.shared.u64 %d5,%d5; cvta.to.shared.u64 %d6,%d5; cvt.u32.u64 %r5,%d6; "
      "st.shared.u32 [%r5],%r1; ld.u32 %r0,[%d5];", 'r', low32},
    {"cvt.u64.u32 %d5,%r31; cvta.shared.u64 %d5,%d5; isspacep.shared %p0,%d5;", 'p', always_one},
    {"isspacep.shared %p0,%d30;", 'p', always_zero},
    {"isspacep.global %p0,%d30;", 'p', always_one}, {"isspacep.local %p0,%d30;", 'p', always_zero},
    {"isspacep.const %p0,%d30;", 'p', always_zero},
    {"cp.async.ca.shared.global [%r31],[%d30],4; cp.async.wait_all; ld.shared.u32 %r0,[%r31];", 'r', low32},
    {"cp.async.ca.shared.global [%r31],[%d30],8; cp.async.commit_group; cp.async.wait_group 0; "
      "ld.shared.u64 %d0,[%r31];", 'd', first},
    {"cp.async.cg.shared.global [%r31],[%d30],16; cp.async.commit_group; cp.async.wait_group 0; "
      "ld.shared.v4.u32 {%r5,%r6,%r7,%r8},[%r31]; " ADD4(), 'r', words4},
    {"cp.async.cg.shared.global [%r31],[%d30],16,8; cp.async.wait_all; "
      "ld.shared.v2.u64 {%d5,%d6},[%r31]; " ADD2, 'd', first},
    {"mov.u32 %r5,4; cp.async.ca.shared.global [%r31],[%d30],8,%r5; cp.async.wait_all; "
      "ld.shared.u64 %d0,[%r31];", 'd', low32},
    {"mov.u32 %r5,0; cp.async.ca.shared.global [%r31],[%d30],8,%r5; cp.async.wait_all; "
      "ld.shared.u64 %d0,[%r31];", 'd', always_zero},
    /* two arrivals: after one the phase goes on, after two it is over, and the next one has the other parity */
    {"mbarrier.init.shared.b64 [%r31],2; mbarrier.arrive.shared.b64 %d5,[%r31]; "
      "mbarrier.test_wait.shared.b64 %p5,[%r31],%d5;"
     "mbarrier.test_wait.parity.shared.b64 %p6,[%r31],0; mbarrier.arrive.shared.b64 _,[%r31]; "
       "mbarrier.test_wait.shared.b64 %p7,[%r31],%d5;"
     "mbarrier.try_wait.parity.shared.b64 %p8,[%r31],0; not.pred %p5,%p5; not.pred %p6,%p6; and.pred %p5,%p5,%p6; "
       "and.pred %p7,%p7,%p8;"
     "and.pred %p0,%p5,%p7; mbarrier.inval.shared.b64 [%r31];", 'p', always_one},
    {"mbarrier.init.shared.b64 [%r31+8],3; mbarrier.arrive.noComplete.shared.b64 %d5,[%r31+8],2; "
      "mbarrier.arrive.shared.b64 %d6,[%r31+8];"
     "mbarrier.arrive.shared.b64 %d7,[%r31+8]; mbarrier.pending_count.b64 %r5,%d6; "
       "mbarrier.pending_count.b64 %r6,%d7;"
     "setp.eq.u32 %p5,%r5,1; setp.eq.and.u32 %p0,%r6,3,%p5;", 'p', always_one},
    {"mbarrier.init.shared.b64 [%r31],2; mbarrier.arrive_drop.shared.b64 %d5,[%r31]; "
      "mbarrier.arrive.shared.b64 %d6,[%r31];"
     "mbarrier.arrive.shared.b64 %d7,[%r31]; mbarrier.test_wait.shared.b64 %p0,[%r31],%d7;", 'p', always_one},
    {"mbarrier.init.shared.b64 [%r31],1; cp.async.ca.shared.global [%r31+8],[%d30],8; "
      "cp.async.mbarrier.arrive.noinc.shared.b64 [%r31];"
     "WAIT: mbarrier.try_wait.parity.shared.b64 %p5,[%r31],0; @!%p5 bra WAIT; "
       "ld.shared.u64 %d0,[%r31+8];", 'd', first},
    {"mbarrier.init.shared.b64 [%r31],1; cp.async.ca.shared.global [%r31+8],[%d30],4; "
      "cp.async.mbarrier.arrive.shared.b64 [%r31];"
     "mbarrier.arrive.shared.b64 %d5,[%r31]; WAIT: mbarrier.try_wait.shared.b64 %p5,[%r31],%d5; @!%p5 bra WAIT; "
       "ld.shared.u32 %r0,[%r31+8];", 'r', low32},
    /* a bulk copy, whose bytes are expected before it or after it, with an arrival or without; and a part that comes
     * by itself */
    {"mbarrier.init.shared.b64 [%r31],1; fence.proxy.async; mbarrier.arrive.expect_tx.shared::cta.b64 _,[%r31],16; "
     "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r31+16],[%d30],16,[%r31]; "
     "WAIT: mbarrier.try_wait.parity.shared.b64 %p6,[%r31],0; @!%p6 bra WAIT; "
       "ld.shared.u64 %d0,[%r31+16];", 'd', first},
    {"mbarrier.init.shared.b64 [%r31],1; fence.proxy.async; "
     "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r31+16],[%d30],16,[%r31]; "
     "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r31],16; mbarrier.arrive.shared.b64 %d5,[%r31]; "
     "WAIT: mbarrier.try_wait.shared.b64 %p6,[%r31],%d5; @!%p6 bra WAIT; "
       "ld.shared.v4.u32 {%r5,%r6,%r7,%r8},[%r31+16]; " ADD4(), 'r', words4},
    {"mbarrier.init.shared.b64 [%r31],2; fence.proxy.async; mbarrier.arrive.shared.b64 _,[%r31]; "
     "mbarrier.arrive_drop.expect_tx.shared::cta.b64 %d5,[%r31],48; mov.u32 %r5,16; "
     "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r31+16],[%d30],%r5,[%r31]; "
     "mbarrier.test_wait.shared.b64 %p5,[%r31],%d5; "
     "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r31],32; "
     "WAIT: mbarrier.try_wait.shared.b64 %p6,[%r31],%d5; @!%p6 bra WAIT; "
       "ld.shared.u64 %d0,[%r31+16]; @%p5 mov.u64 %d0,0;", 'd', first},
    {"mbarrier.init.shared.b64 [%r31],1; fence.proxy.async; mov.u32 %r5,0; "
     "mbarrier.arrive.expect_tx.shared::cta.b64 _,[%r31],%r5; "
     "mbarrier.test_wait.parity.shared.b64 %p0,[%r31],0;", 'p', always_one},
};
/* clang-format on */

/* ---- atomics ----------------------------------------------------------------------------------------------------- */

typedef struct Type {
    const char *name;
    int bits;
    char letter;
} Type;

static const Type u32 = {"u32", 32, 'r'}, s32 = {"s32", 32, 'r'}, u64 = {"u64", 64, 'd'}, s64 = {"s64", 64, 'd'},
                  b32 = {"b32", 32, 'r'}, b64 = {"b64", 64, 'd'}, b16 = {"b16", 16, 'h'}, f32 = {"f32", 32, 'f'},
                  f64 = {"f64", 64, 'g'}, f16 = {"f16", 16, 'h'}, f16x2 = {"f16x2", 32, 'r'}, bf16 = {"bf16", 16, 'h'},
                  bf16x2 = {"bf16x2", 32, 'r'};

typedef struct Atomic {
    const char *name;
    Type type;
} Atomic;

static const struct {
    const char *name;
    const Type *type;
} atomics[] = {
    {"add", &u32},  {"add", &s32},       {"add", &u64},         {"min", &u32},        {"min", &s32},
    {"min", &u64},  {"min", &s64},       {"max", &u32},         {"max", &s32},        {"max", &u64},
    {"max", &s64},  {"and", &b32},       {"and", &b64},         {"or", &b32},         {"or", &b64},
    {"xor", &b32},  {"xor", &b64},       {"inc", &u32},         {"dec", &u32},        {"exch", &b32},
    {"exch", &b64}, {"cas", &b16},       {"cas", &b32},         {"cas", &b64},        {"add", &f32},
    {"add", &f64},  {"add.noftz", &f16}, {"add.noftz", &f16x2}, {"add.noftz", &bf16}, {"add.noftz", &bf16x2},
};

static uint64_t cut(uint64_t value, int bits) {
    return bits == 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

static int64_t number(Type type, uint64_t bits) {
    return type.bits == 32 ? (int64_t)(int32_t)(uint32_t)bits : (int64_t)bits;
}

/* Operands of the floating-point atomics are small whole numbers and halves, whose sums are exact in every format. */
static uint64_t updated(const Atomic *atomic, uint64_t a, uint64_t b, uint64_t c) {
    Type type = atomic->type;
    bool is_signed = type.name[0] == 's', less = is_signed ? number(type, a) < number(type, b) : a < b;
    switch (atomic->name[0] == 'm' ? atomic->name[1] : atomic->name[0]) {
    case 'i': return atomic->name[0] == 'm' ? (less ? a : b) : a >= b ? 0 : a + 1;
    case 'a': return atomic->name[0] == 'm' ? (less ? b : a) : atomic->name[1] == 'n' ? a & b : cut(a + b, type.bits);
    case 'o': return a | b;
    case 'x': return a ^ b;
    case 'd': return a == 0 || a > b ? b : a - 1;
    case 'e': return b;
    default: return a == b ? c : a;
    }
}

static uint64_t old_and_new(const void *context, const uint64_t x[OPERANDS]) {
    const Atomic *atomic = context;
    int bits = atomic->type.bits;
    uint64_t a = cut(x[0], bits), changed = updated(atomic, a, cut(x[1], bits), cut(x[2], bits));
    return bits == 64 ? a + 3 * changed : a | changed << 32;
}

/* The sum of two numbers of at most 8 bits in a format: by adding the doubles and looking for the bits that mean it. */
static uint64_t sum_of(Format format, uint64_t a, uint64_t b) {
    double sum = format_value(format, a) + format_value(format, b);
    uint32_t narrow_bits = bits_of_float((float)sum);
    if (format == FORMAT_F32) return narrow_bits;
    if (format == FORMAT_BF16) return narrow_bits >> 16;
    if (format == FORMAT_F64) return bits_of_double(sum);
    for (uint64_t bits = 0; bits < 0x10000; bits++)
        if (format_value(FORMAT_F16, bits) == sum && (bits != 0x8000)) return bits;
    return 0x7fff;
}

static uint64_t old_and_sum(const void *context, const uint64_t x[OPERANDS]) {
    const Atomic *atomic = context;
    const char *name = atomic->type.name;
    Format format = name[0] == 'b'   ? FORMAT_BF16
                    : name[1] == '1' ? FORMAT_F16
                    : name[1] == '3' ? FORMAT_F32
                                     : FORMAT_F64;
    if (format == FORMAT_F64) return x[0] + 3 * sum_of(format, x[0], x[1]);
    if (format == FORMAT_F32) return (uint32_t)x[0] | sum_of(format, (uint32_t)x[0], (uint32_t)x[1]) << 32;
    uint64_t changed = sum_of(format, x[0] & 0xffff, x[1] & 0xffff), old = cut(x[0], atomic->type.bits);
    if (atomic->type.bits == 32) changed |= sum_of(format, x[0] >> 16 & 0xffff, x[1] >> 16 & 0xffff) << 16;
    return old | changed << 32;
}

static uint64_t only_new(const void *context, const uint64_t x[OPERANDS]) {
    const Atomic *atomic = context;
    bool floating = strchr(atomic->type.name, 'f') != NULL;
    uint64_t both = floating ? old_and_sum(context, x) : old_and_new(context, x), a = x[0];
    return atomic->type.bits == 64 ? (both - a) * UINT64_C(0xaaaaaaaaaaaaaaab) : both >> 32; /* the inverse of 3 */
}

static const Operands *operands_of(Type type) {
    static Operands made;
    static const uint64_t whole[] = {
        0, 1, 5, 0x7fffffff, 0x80000000, 0xffffffff, 0x1234567890abcdef, 0x8000000000000000, 0xffffffffffffffff};
    static const uint64_t numbers[4][6] = {
        {0x00003c003c00, 0x4000c0003800, 0x4200, 0xbc003e00, 0x44003c00, 0x48004400},
        {0x3f803f80, 0x4000c000, 0x3f00, 0xbf803fc0, 0x40803f80, 0x41004080},
        {0x3f800000, 0x40000000, 0xc0000000, 0x3f000000, 0x41000000, 0xbfc00000},
        {0x3ff0000000000000, 0x4000000000000000, 0xc000000000000000, 0x3fe0000000000000, 0x4020000000000000,
         0xbff8000000000000},
    };
    const char *name = type.name;
    if (strchr(name, 'f') == NULL)
        operands_combine(&made, whole, sizeof whole / sizeof *whole);
    else
        operands_combine(&made, numbers[name[0] == 'b' ? 1 : name[1] == '1' ? 0 : name[1] == '3' ? 2 : 3], 6);
    return &made;
}

/* f32 and f64 atomics that add NaN. f32 gives its one NaN; f64 keeps one: in shared memory, where the hardware adds in
 * a loop, what lay there, made quiet; in global memory the operand, as it is. */
static uint64_t add_nans(const Atomic *atomic, const uint64_t x[OPERANDS], bool global) {
    Format format = atomic->type.bits == 64 ? FORMAT_F64 : FORMAT_F32;
    uint64_t a = cut(x[0], atomic->type.bits), b = cut(x[1], atomic->type.bits);
    bool a_nan = format_is_nan(format, a), b_nan = format_is_nan(format, b);
    if (!a_nan && !b_nan) {
        uint64_t sum = sum_of(format, a, b);
        return format_is_nan(format, sum)       ? format_nan(format)
               : global && format == FORMAT_F32 ? format_flush(format, sum)
                                                : sum;
    }
    if (format == FORMAT_F32) return format_nan(format);
    return global ? (b_nan ? b : a) : format_quiet(format, a_nan ? a : b);
}

static uint64_t add_nans_shared(const void *context, const uint64_t x[OPERANDS]) {
    return add_nans(context, x, false);
}

static uint64_t add_nans_global(const void *context, const uint64_t x[OPERANDS]) {
    return add_nans(context, x, true);
}

static void list_nan_atomic(Suite *suite, Type type) {
    Atomic atomic = {"add", type};
    const char *loaded = type.bits == 64 ? "d" : "r";
    for (int global = 0; global < 2; global++) {
        char text[120];
        const char *space = global ? ".global" : ".shared", *address = global ? "[%d31]" : "[%r31]";
        snprintf(text, sizeof text, "st%s.b%d %s,%%%s1; red%s.add.%s %s,%%%c2; ld%s.b%d %%%s0,%s;", space, type.bits,
                 address, loaded, space, type.name, address, type.letter, space, type.bits, loaded, address);
        suite_alu(suite, text, *loaded, format_nans(type.bits == 64 ? FORMAT_F64 : FORMAT_F32),
                  global ? add_nans_global : add_nans_shared, &atomic, (Match){0});
    }
}

static void list_atomic(Suite *suite, Atomic atomic, const char *space, const char *address) {
    char text[300];
    Type type = atomic.type;
    bool floating = strchr(type.name, 'f') != NULL, swaps = strcmp(atomic.name, "cas") == 0;
    char letter = type.letter, kind = type.bits == 64 ? 'd' : type.bits == 32 ? 'r' : 'h';
    const char *move = type.bits == 64 ? "mov.b64" : type.bits == 32 ? "mov.b32" : "mov.b16";
    const char *join = type.bits == 64   ? "add.u64 %d0,%d6,%d7; add.u64 %d0,%d0,%d7; add.u64 %d0,%d0,%d7;"
                       : type.bits == 32 ? "mov.b64 %d0,{%r6,%r7};"
                                         : "cvt.u32.u16 %r6,%h6; cvt.u32.u16 %r7,%h7; mov.b64 %d0,{%r6,%r7};";
    /* From a pair in half of a 64-bit register ptxas 12.8 to 13.3 take the upper half out of the wrong 32 bits: the
     * pair is loaded once more, as a word. */
    const char *reload = type.bits == 32 && floating && type.letter == 'r' ? "ld.global.b32 %r2,[%d30+8]; " : "";
    snprintf(text, sizeof text,
             "%sst%s.b%d %s,%%%c1; atom%s.%s.%s %%%c6,%s,%%%c2%s%s; %s %%%c6,%%%c6; ld%s.b%d %%%c7,%s; %s", reload,
             space, type.bits, address, kind, space, atomic.name, type.name, letter, address, letter, swaps ? ",%" : "",
             swaps ? (letter == 'r'   ? "r3"
                      : letter == 'd' ? "d3"
                                      : "h3")
                   : "",
             move, kind, letter, space, type.bits, kind, address, join);
    suite_alu(suite, text, 'd', operands_of(type), floating ? old_and_sum : old_and_new, &atomic, (Match){0});
    if (swaps || atomic.name[0] == 'e') return;
    snprintf(text, sizeof text, "%sst%s.b%d %s,%%%c1; red%s.%s.%s %s,%%%c2; ld%s.b%d %%%c0,%s;", reload, space,
             type.bits, address, kind, space, atomic.name, type.name, address, letter, space, type.bits, kind, address);
    suite_alu(suite, text, kind, operands_of(type), only_new, &atomic, (Match){0});
}

void cases_memory(Suite *suite) {
    static const uint64_t edges[] = {0,
                                     0x80,
                                     0xff,
                                     0x8000,
                                     0x12345678,
                                     0xfedcba9876543210,
                                     0x8182838485868788,
                                     0x0102030405060708,
                                     0xffffffffffffffff,
                                     0x80000000,
                                     0x7f8000ff};
    static Operands operands;
    operands_combine(&operands, edges, sizeof edges / sizeof *edges);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        suite_alu(suite, rows[i].text, rows[i].result, &operands, rows[i].model, NULL, (Match){0});
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
        Atomic atomic = {atomics[i].name, *atomics[i].type};
        list_atomic(suite, atomic, ".shared", "[%r31]");
        list_atomic(suite, atomic, ".global", "[%d31]");
        list_atomic(suite, atomic, "", "[%d31]");
    }
    list_nan_atomic(suite, f32);
    list_nan_atomic(suite, f64);
    suite_alu_after(suite, ".const .align 4 .b32 table[4] = {5, 16, 27, 38};",
                    "and.b64 %d5,%d1,3; shl.b64 %d5,%d5,2; mov.u64 %d6,table; add.u64 %d6,%d6,%d5; "
                    "ld.const.u32 %r0,[%d6];",
                    'r', &operands, weights, NULL);
    suite_alu_after(suite, ".const .align 4 .b32 table[4] = {5, 16, 27, 38};",
                    "and.b64 %d5,%d1,3; shl.b64 %d5,%d5,2; mov.u64 %d6,table; cvta.const.u64 %d6,%d6; "
                    "add.u64 %d6,%d6,%d5; ld.u32 %r0,[%d6];",
                    'r', &operands, weights, NULL);
    suite_alu_after(suite, ".global .align 4 .b32 table[4] = {5, 16, 27, 38};",
                    "and.b64 %d5,%d1,3; shl.b64 %d5,%d5,2; mov.u64 %d6,table; add.u64 %d6,%d6,%d5; "
                    "ld.global.u32 %r0,[%d6];",
                    'r', &operands, weights, NULL);
}
