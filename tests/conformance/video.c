/* Video instructions after the pseudocode of the PTX ISA. */
#include <stdio.h>
#include <string.h>

#include "cases.h"

typedef enum Operation { ADD, SUB, ABSDIFF, MIN, MAX, AVRG, SHL, SHR, SET_LT, SET_GE } Operation;

typedef struct Row {
    const char *text;
    Operation operation;
    bool dest_signed, a_signed, b_signed, sat, wrap;
    int a_part, a_bits, b_part, b_bits; /* bits 32: the whole word */
    char second;                        /* '+', '<', '>': with c; 'm': merged into part d_part of c; 0: none */
    int d_part, d_bits;
    const char *defect;
} Row;

/* From Maxwell on the assembler puts several instructions in the place of a scalar video instruction, which do not
 * always do what the PTX ISA's pseudocode says; seen with ptxas 12.0, 12.8, 13.0 and 13.3 for sm_90, run on an H200. */
#define SATURATES "the assembler's code saturates a negative sum to the part's highest unsigned value, or not at all"
#define MERGES                                                                                                         \
    "the assembler's code leaves out the merge into h1; ptxas 13.3 has it, but does not saturate as the ISA says"
#define SHIFTS "the assembler's code multiplies and shifts with the wrong sign, and saturates by the wrong bits"

static int64_t part(uint64_t words, int index, int bits, bool is_signed) {
    int64_t value = (int64_t)(words >> (index * bits) & ((UINT64_C(1) << bits) - 1));
    return is_signed && value >> (bits - 1) ? value - (INT64_C(1) << bits) : value;
}

static int64_t clamp(int64_t value, int bits, bool is_signed) {
    int64_t most = (INT64_C(1) << (is_signed ? bits - 1 : bits)) - 1, least = is_signed ? -most - 1 : 0;
    return value > most ? most : value < least ? least : value;
}

/* Shifted left by up to 32, 33 bits become 65: kept as its saturated value where that is wanted, else its low half. */
static int64_t shift_left(const Row *row, int64_t a, int64_t by) {
    if (!row->sat) return (int64_t)((uint64_t)a << by);
    __extension__ typedef __int128 Wide;
    Wide wide = (Wide)a * ((Wide)1 << by);
    return wide > INT64_MAX ? INT64_MAX : wide < INT64_MIN ? INT64_MIN : (int64_t)wide;
}

static int64_t operate(const Row *row, int64_t a, int64_t b) {
    int64_t by = row->wrap ? b & 31 : b > 32 ? 32 : b;
    switch (row->operation) {
    case ADD: return a + b;
    case SUB: return a - b;
    case ABSDIFF: return a > b ? a - b : b - a;
    case MIN: return a < b ? a : b;
    case MAX: return a > b ? a : b;
    case AVRG: return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    case SHL: return shift_left(row, a, by);
    case SHR: return a >> by;
    case SET_LT: return a < b;
    default: return a >= b;
    }
}

static uint64_t scalar(const void *context, const uint64_t x[OPERANDS]) {
    const Row *row = context;
    int64_t c = row->dest_signed ? (int64_t)(int32_t)(uint32_t)x[2] : (int64_t)(uint32_t)x[2];
    int64_t value = operate(row, part(x[0], row->a_part, row->a_bits, row->a_signed),
                            part(x[1], row->b_part, row->b_bits, row->b_signed));
    if (row->sat) value = clamp(value, row->second == 'm' ? row->d_bits : 32, row->dest_signed);
    if (row->second == 'm') {
        uint64_t mask = ((UINT64_C(1) << row->d_bits) - 1) << (row->d_part * row->d_bits);
        return (uint32_t)(((uint64_t)c & ~mask) | ((uint64_t)value << (row->d_part * row->d_bits) & mask));
    }
    switch (row->second) {
    case '+': value += c; break;
    case '<': value = value < c ? value : c; break;
    case '>': value = value > c ? value : c; break;
    default: break;
    }
    return (uint32_t)value;
}

/* clang-format off */
static const Row scalars[] = {
    {"vadd.u32.u32.u32 %r0,%r1,%r2;", ADD, 0, 0, 0, 0, 0, 0, 32, 0, 32, 0, 0, 0, NULL},
    {"vadd.s32.s32.u32.sat %r0,%r1.h1,%r2.b2;", ADD, 1, 1, 0, 1, 0, 1, 16, 2, 8, 0, 0, 0, NULL},
    {"vadd.s32.u32.s32.sat.max %r0,%r1.b0,%r2.h1,%r3;", ADD, 1, 0, 1, 1, 0, 0, 8, 1, 16, '>', 0, 0, NULL},
    {"vadd.u32.s32.s32.sat %r0.b2,%r1.b3,%r2.b1,%r3;", ADD, 0, 1, 1, 1, 0, 3, 8, 1, 8, 'm', 2, 8, SATURATES},
    {"vsub.s32.s32.s32.sat %r0,%r1,%r2;", SUB, 1, 1, 1, 1, 0, 0, 32, 0, 32, 0, 0, 0, NULL},
    {"vsub.u32.u32.u32.sat %r0,%r1,%r2;", SUB, 0, 0, 0, 1, 0, 0, 32, 0, 32, 0, 0, 0, NULL},
    {"vsub.s32.u32.u32.add %r0,%r1.h0,%r2.h0,%r3;", SUB, 1, 0, 0, 0, 0, 0, 16, 0, 16, '+', 0, 0, NULL},
    {"vsub.s32.s32.s32.sat %r0.h1,%r1.h0,%r2.h1,%r3;", SUB, 1, 1, 1, 1, 0, 0, 16, 1, 16, 'm', 1, 16, MERGES},
    {"vabsdiff.u32.s32.s32 %r0,%r1,%r2;", ABSDIFF, 0, 1, 1, 0, 0, 0, 32, 0, 32, 0, 0, 0, NULL},
    {"vabsdiff.u32.u32.u32.add %r0,%r1.b3,%r2.b0,%r3;", ABSDIFF, 0, 0, 0, 0, 0, 3, 8, 0, 8, '+', 0, 0, NULL},
    {"vmin.s32.s32.u32 %r0,%r1,%r2.h1;", MIN, 1, 1, 0, 0, 0, 0, 32, 1, 16, 0, 0, 0, NULL},
    {"vmin.u32.u32.u32.min %r0,%r1.h0,%r2,%r3;", MIN, 0, 0, 0, 0, 0, 0, 16, 0, 32, '<', 0, 0, NULL},
    {"vmax.s32.s32.s32 %r0,%r1.b1,%r2;", MAX, 1, 1, 1, 0, 0, 1, 8, 0, 32, 0, 0, 0, NULL},
    {"vmax.u32.u32.s32.sat.add %r0,%r1.h1,%r2.h0,%r3;", MAX, 0, 0, 1, 1, 0, 1, 16, 0, 16, '+', 0, 0, NULL},
    {"vshl.u32.u32.u32.wrap %r0,%r1,%r2;", SHL, 0, 0, 0, 0, 1, 0, 32, 0, 32, 0, 0, 0, NULL},
    {"vshl.s32.s32.u32.sat.clamp %r0,%r1,%r2.b0;", SHL, 1, 1, 0, 1, 0, 0, 32, 0, 8, 0, 0, 0, SATURATES},
    {"vshr.s32.s32.u32.clamp %r0,%r1,%r2;", SHR, 1, 1, 0, 0, 0, 0, 32, 0, 32, 0, 0, 0, NULL},
    {"vshr.u32.u32.u32.wrap.add %r0,%r1.h1,%r2,%r3;", SHR, 0, 0, 0, 0, 1, 1, 16, 0, 32, '+', 0, 0, NULL},
    {"vset.s32.u32.lt %r0,%r1,%r2.h0;", SET_LT, 0, 1, 0, 0, 0, 0, 32, 0, 16, 0, 0, 0, NULL},
    {"vset.u32.u32.ge.add %r0,%r1,%r2,%r3;", SET_GE, 0, 0, 0, 0, 0, 0, 32, 0, 32, '+', 0, 0, NULL},
    {"vset.u32.u32.lt %r0.b1,%r1.b0,%r2.b0,%r3;", SET_LT, 0, 0, 0, 0, 0, 0, 8, 0, 8, 'm', 1, 8, NULL},
};
/* clang-format on */

typedef struct Simd {
    Operation operation;
    int parts;
    bool dest_signed, a_signed, b_signed, sat, adds;
    int mask;
    int a[4], b[4];
} Simd;

static uint64_t side_by_side(const void *context, const uint64_t x[OPERANDS]) {
    const Simd *row = context;
    Row one = {.operation = row->operation};
    int bits = 32 / row->parts;
    uint64_t words = (uint64_t)(uint32_t)x[0] | x[1] << 32, result = (uint32_t)x[2], sum = (uint32_t)x[2];
    for (int i = 0; i < row->parts; i++) {
        if (!(row->mask >> i & 1)) continue;
        int64_t value =
            operate(&one, part(words, row->a[i], bits, row->a_signed), part(words, row->b[i], bits, row->b_signed));
        if (row->sat) value = clamp(value, bits, row->dest_signed);
        uint64_t mask = ((UINT64_C(1) << bits) - 1) << (i * bits);
        result = (result & ~mask) | ((uint64_t)value << (i * bits) & mask);
        sum += (uint64_t)value;
    }
    return (uint32_t)(row->adds ? sum : result);
}

static void list_simd(Suite *suite, const Operands *operands) {
    static const char *const names[] = {"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vavrg", "", "", "vset", "vset"};
    for (Operation operation = ADD; operation <= SET_GE; operation++)
        for (int variant = 0; variant < 10 && *names[operation]; variant++) {
            bool set = operation >= SET_LT;
            Simd row = {operation,
                        variant & 1 ? 4 : 2,
                        variant & 2,
                        variant & 4,
                        variant & 2,
                        .sat = !set && variant % 4 == 2,
                        .adds = variant >= 8 || variant == 3,
                        .mask = 15,
                        .a = {0, 1, 2, 3},
                        .b = {4, 5, 6, 7}};
            if (row.parts == 2) row.b[0] = 2, row.b[1] = 3;
            bool selects = variant >= 4;
            if (selects && row.parts == 2) row.a[0] = 3, row.a[1] = 0, row.b[0] = 1, row.b[1] = 2, row.mask = 2;
            if (selects && row.parts == 4)
                row.a[0] = 7, row.a[1] = 0, row.a[2] = 2, row.a[3] = 5, row.b[0] = 1, row.b[1] = 1, row.mask = 11;
            char text[120], types[40];
            if (set)
                snprintf(types, sizeof types, ".%c32.%c32.%s", row.a_signed ? 's' : 'u', row.b_signed ? 's' : 'u',
                         operation == SET_LT ? "lt" : "ge");
            else
                snprintf(types, sizeof types, ".%c32.%c32.%c32%s", row.dest_signed ? 's' : 'u',
                         row.a_signed ? 's' : 'u', row.b_signed ? 's' : 'u', row.sat ? ".sat" : "");
            if (set) row.dest_signed = false;
            snprintf(text, sizeof text, "%s%d%s%s %%r0%s,%%r1%s,%%r2%s,%%r3;", names[operation], row.parts, types,
                     row.adds ? ".add" : "",
                     !selects         ? ""
                     : row.parts == 2 ? ".h1"
                                      : ".b310",
                     !selects         ? ""
                     : row.parts == 2 ? ".h03"
                                      : ".b5207",
                     !selects         ? ""
                     : row.parts == 2 ? ".h21"
                                      : ".b7611");
            suite_alu(suite, text, 'r', operands, side_by_side, &row, (Match){0});
        }
}

typedef struct Mad {
    const char *text;
    bool a_signed, b_signed, sat, plus_one, minus_product, minus_c;
    int a_part, a_bits, shift;
    const char *defect;
} Mad;

static uint64_t multiply_add(const void *context, const uint64_t x[OPERANDS]) {
    const Mad *row = context;
    __extension__ typedef __int128 Wide;
    bool is_signed = row->a_signed || row->b_signed || row->minus_product || row->minus_c;
    Wide product = (Wide)part(x[0], row->a_part, row->a_bits, row->a_signed) * part(x[1], 0, 32, row->b_signed);
    Wide c = is_signed ? (Wide)(int32_t)(uint32_t)x[2] : (Wide)(uint32_t)x[2];
    Wide sum = (row->minus_product ? -product : product) + (row->minus_c ? -c : c) + (row->plus_one ? 1 : 0);
    sum >>= row->shift;
    Wide most = is_signed ? INT32_MAX : UINT32_MAX, least = is_signed ? INT32_MIN : 0;
    return (uint32_t)(row->sat ? (sum > most ? most : sum < least ? least : sum) : sum);
}

/* clang-format off */
static const Mad mads[] = {
    {"vmad.u32.u32.u32 %r0,%r1,%r2,%r3;", 0, 0, 0, 0, 0, 0, 0, 32, 0, NULL},
    {"vmad.s32.s32.s32.sat %r0,%r1,%r2,%r3;", 1, 1, 1, 0, 0, 0, 0, 32, 0, NULL},
    {"vmad.s32.s32.u32.shr7 %r0,%r1.h1,%r2,%r3;", 1, 0, 0, 0, 0, 0, 1, 16, 7, SHIFTS},
    {"vmad.u32.u32.u32.sat.shr15 %r0,%r1.b2,%r2,%r3;", 0, 0, 1, 0, 0, 0, 2, 8, 15, SHIFTS},
    {"vmad.s32.s32.s32 %r0,%r1,%r2,-%r3;", 1, 1, 0, 0, 0, 1, 0, 32, 0, NULL},
    {"vmad.s32.u32.s32 %r0,-%r1,%r2,%r3;", 0, 1, 0, 0, 1, 0, 0, 32, 0, NULL},
    {"vmad.u32.u32.u32.po %r0,%r1,%r2,%r3;", 0, 0, 0, 1, 0, 0, 0, 32, 0, NULL},
};
/* clang-format on */

void cases_video(Suite *suite) {
    static const uint64_t edges[] = {0,          1,          2,          31,         32,         33,
                                     0x7f,       0x80,       0xff,       0x7fff,     0x8000,     0xffff,
                                     0x7f80ff01, 0x80007fff, 0x01020304, 0xfffe8001, 0x7fffffff, 0x80000000,
                                     0xffffffff, 0x12345678, 0x89abcdef, 0x00ff00ff};
    static Operands operands;
    operands_combine(&operands, edges, sizeof edges / sizeof *edges);
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        suite_defect(suite, scalars[i].defect);
        suite_alu(suite, scalars[i].text, 'r', &operands, scalar, &scalars[i], (Match){0});
    }
    for (size_t i = 0; i < sizeof mads / sizeof *mads; i++) {
        suite_defect(suite, mads[i].defect);
        suite_alu(suite, mads[i].text, 'r', &operands, multiply_add, &mads[i], (Match){0});
    }
    suite_defect(suite, NULL);
    list_simd(suite, &operands);
}
