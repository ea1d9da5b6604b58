/* Integer arithmetic in every type, computed in 128 bits. */
#include <stdio.h>
#include <string.h>

#include "cases.h"

__extension__ typedef __int128 Wide;

typedef struct Type {
    const char *name;
    int bits;
    bool is_signed;
} Type;

static const Type types[] = {{"u16", 16, false}, {"s16", 16, true},  {"u32", 32, false},
                             {"s32", 32, true},  {"u64", 64, false}, {"s64", 64, true}};
enum { TYPES = 6, S32 = 3, U64 = 4, S64 = 5 };

typedef enum Operation {
    ADD,
    SUB,
    MUL_LO,
    MUL_HI,
    MUL_WIDE,
    MAD_LO,
    MAD_HI,
    MAD_WIDE,
    SAD,
    DIV,
    REM,
    ABS,
    NEG,
    MIN,
    MAX,
    ADD_SAT,
    SUB_SAT,
    MAD_HI_SAT
} Operation;

typedef struct Row {
    Operation operation;
    Type type;
} Row;

static Wide number(Type type, uint64_t bits) {
    Wide value = (Wide)(bits & (type.bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << type.bits) - 1));
    return type.is_signed && value >> (type.bits - 1) ? value - ((Wide)1 << type.bits) : value;
}

static uint64_t cut(Wide value, int bits) {
    return (uint64_t)value & (bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1);
}

static Wide clamp32(Wide value) {
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value;
}

/* Division by zero is not in the operands: PTX leaves its result open. */
static uint64_t arithmetic(const void *context, const uint64_t x[OPERANDS]) {
    const Row *row = context;
    Type type = row->type, wide = {"", 2 * type.bits, type.is_signed};
    Wide a = number(type, x[0]), b = number(type, x[1]), c = number(type, x[2]), product = 0;
    if (row->operation >= MUL_LO && row->operation <= MAD_WIDE &&
        type.bits == 64) { /* the product of u64 needs 128 bits */
        __extension__ typedef unsigned __int128 Unsigned;
        product = type.is_signed ? a * b : (Wide)((Unsigned)a * (Unsigned)b);
    } else if (type.bits < 64 || row->operation == MAD_HI_SAT) {
        product = a * b;
    }
    switch (row->operation) {
    case ADD: return cut(a + b, type.bits);
    case SUB: return cut(a - b, type.bits);
    case MUL_LO: return cut(product, type.bits);
    case MUL_HI: return cut(product >> type.bits, type.bits);
    case MUL_WIDE: return cut(product, wide.bits);
    case MAD_LO: return cut(product + c, type.bits);
    case MAD_HI: return cut((product >> type.bits) + c, type.bits);
    case MAD_WIDE: return cut(product + number(wide, x[2]), wide.bits);
    case SAD: return cut(c + (a < b ? b - a : a - b), type.bits);
    case DIV: return cut(a / b, type.bits);
    case REM: return cut(a % b, type.bits);
    case ABS: return cut(a < 0 ? -a : a, type.bits);
    case NEG: return cut(-a, type.bits);
    case MIN: return cut(a < b ? a : b, type.bits);
    case MAX: return cut(a > b ? a : b, type.bits);
    case ADD_SAT: return cut(clamp32(a + b), 32);
    case SUB_SAT: return cut(clamp32(a - b), 32);
    default: return cut(clamp32((product >> 32) + c), 32);
    }
}

static const uint64_t edges[] = {0,
                                 1,
                                 2,
                                 3,
                                 7,
                                 31,
                                 32,
                                 33,
                                 64,
                                 255,
                                 0x7f,
                                 0x7fff,
                                 0x8000,
                                 0xffff,
                                 0x10000,
                                 0x7fffffff,
                                 0x80000000,
                                 0xffffffff,
                                 0x123456789,
                                 0x7fffffffffffffff,
                                 0x8000000000000000,
                                 0xffffffffffffffff};

static Operands operands, divisors;

static char class_of(int bits) {
    return bits == 16 ? 'h' : bits == 32 ? 'r' : 'd';
}

/* format: the instruction, with %t for the type's name, %0 for a register class of the result, %1 of the operands and
 * %3 of an addend as wide as the result. */
static void list(Suite *suite, Operation operation, const char *format, Type type, int result_bits,
                 const Operands *values) {
    char text[120], *out = text;
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            *out++ = *at;
            continue;
        }
        at++;
        if (*at == 't')
            out += sprintf(out, "%s", type.name);
        else
            out += sprintf(out, "%%%c", *at == '1' ? class_of(type.bits) : class_of(result_bits));
    }
    *out = 0;
    Row row = {operation, type};
    suite_alu(suite, text, class_of(result_bits), values, arithmetic, &row, (Match){0});
}

static void list_types(Suite *suite, Operation operation, const char *format, bool signed_only, bool doubles,
                       bool divides) {
    for (int i = 0; i < TYPES; i++)
        if (!(signed_only && !types[i].is_signed) && !(doubles && types[i].bits == 64))
            list(suite, operation, format, types[i], doubles ? 2 * types[i].bits : types[i].bits,
                 divides ? &divisors : &operands);
}

/* ---- carries: 64-bit arithmetic from 32-bit halves, and 128-bit from 64-bit ones --------------------------------- */

static uint64_t carried_sum(const void *context, const uint64_t x[OPERANDS]) {
    (void)context;
    return x[0] + x[1];
}

static uint64_t carried_difference(const void *context, const uint64_t x[OPERANDS]) {
    (void)context;
    return x[0] - x[1];
}

static uint64_t carried_product(const void *context, const uint64_t x[OPERANDS]) {
    (void)context;
    return (uint64_t)(uint32_t)x[0] * (uint32_t)x[1] + x[2];
}

static uint64_t high_of_sum(const void *context, const uint64_t x[OPERANDS]) {
    (void)context;
    __extension__ typedef unsigned __int128 Unsigned;
    Unsigned a = (Unsigned)x[1] << 64 | x[0], b = (Unsigned)x[3] << 64 | x[2];
    return (uint64_t)((a + b) >> 64);
}

static uint64_t high_of_difference(const void *context, const uint64_t x[OPERANDS]) {
    (void)context;
    __extension__ typedef unsigned __int128 Unsigned;
    Unsigned a = (Unsigned)x[1] << 64 | x[0], b = (Unsigned)x[3] << 64 | x[2];
    return (uint64_t)((a - b) >> 64);
}

static uint64_t final_carry(const void *context, const uint64_t x[OPERANDS]) {
    (void)context;
    return (uint32_t)(x[0] + x[1] < x[0]) + UINT64_C(5);
}

/* The carry of a + ~b + 1: set where nothing was borrowed. */
static uint64_t carry_of_difference(const void *context, const uint64_t x[OPERANDS]) {
    (void)context;
    return (uint32_t)(x[0] >= x[1]) + UINT64_C(5);
}

#define HALVES "mov.b64 {%r1,%r5},%d1; mov.b64 {%r2,%r6},%d2; "

static void list_carries(Suite *suite) {
    const Match exact = {0};
    suite_alu(suite, HALVES "add.cc.u32 %r1,%r1,%r2; addc.u32 %r5,%r5,%r6; mov.b64 %d0,{%r1,%r5};", 'd', &operands,
              carried_sum, NULL, exact);
    suite_alu(suite, HALVES "sub.cc.s32 %r1,%r1,%r2; subc.s32 %r5,%r5,%r6; mov.b64 %d0,{%r1,%r5};", 'd', &operands,
              carried_difference, NULL, exact);
    suite_alu(suite, HALVES "add.cc.s32 %r1,%r1,%r2; addc.cc.s32 %r5,%r5,%r6; addc.u32 %r0,5,0;", 'r', &operands,
              final_carry, NULL, exact);
    suite_alu(suite, "sub.cc.u64 %d5,%d1,%d2; addc.u32 %r0,5,0;", 'r', &operands, carry_of_difference, NULL, exact);
    suite_alu(suite, HALVES "sub.cc.u32 %r1,%r1,%r2; subc.cc.u32 %r5,%r5,%r6; addc.u32 %r0,5,0;", 'r', &operands,
              carry_of_difference, NULL, exact);
    suite_alu(
        suite,
        "mov.b64 {%r3,%r4},%d3; mad.lo.cc.u32 %r5,%r1,%r2,%r3; madc.hi.u32 %r6,%r1,%r2,%r4; mov.b64 %d0,{%r5,%r6};",
        'd', &operands, carried_product, NULL, exact);
    suite_alu(suite, "add.cc.u64 %d5,%d1,%d3; addc.u64 %d0,%d2,%d4;", 'd', &operands, high_of_sum, NULL, exact);
    suite_alu(suite, "sub.cc.u64 %d5,%d1,%d3; subc.u64 %d0,%d2,%d4;", 'd', &operands, high_of_difference, NULL, exact);
    suite_alu(suite, "mad.lo.cc.u64 %d5,%d1,1,%d3; madc.hi.cc.u64 %d6,%d1,0,%d2; add.u64 %d0,%d6,%d4;", 'd', &operands,
              high_of_sum, NULL, exact);
}

/* ---- 24 bits, pairs of 16, dot products -------------------------------------------------------------------------- */

typedef struct Narrow {
    bool high, adds, is_signed, saturates;
} Narrow;

static int64_t low24(uint64_t bits, bool is_signed) {
    int64_t value = (int64_t)(bits & 0xffffff);
    return is_signed && value & 0x800000 ? value - 0x1000000 : value;
}

static uint64_t multiply24(const void *context, const uint64_t x[OPERANDS]) {
    const Narrow *row = context;
    int64_t product = low24(x[0], row->is_signed) * low24(x[1], row->is_signed) >> (row->high ? 16 : 0);
    if (!row->adds) return (uint32_t)product;
    int64_t sum = (int64_t)(int32_t)(uint32_t)product +
                  (row->is_signed ? (int64_t)(int32_t)(uint32_t)x[2] : (int64_t)(uint32_t)x[2]);
    return (uint32_t)(row->saturates ? (int64_t)clamp32(sum) : sum);
}

static void list_24(Suite *suite) {
    for (int i = 0; i < 8; i++) {
        Narrow row = {.high = i & 1, .adds = i & 2, .is_signed = i & 4};
        char text[80];
        snprintf(text, sizeof text, "m%s24.%s.%c32 %%r0,%%r1,%%r2%s;", row.adds ? "ad" : "ul", row.high ? "hi" : "lo",
                 row.is_signed ? 's' : 'u', row.adds ? ",%r3" : "");
        suite_alu(suite, text, 'r', &operands, multiply24, &row, (Match){0});
    }
    Narrow row = {.high = true, .adds = true, .is_signed = true, .saturates = true};
    suite_alu(suite, "mad24.hi.sat.s32 %r0,%r1,%r2,%r3;", 'r', &operands, multiply24, &row, (Match){0});
}

typedef struct Dot {
    bool a_signed, b_signed;
    int first; /* dp2a: the byte of b to start from; dp4a: -1 */
} Dot;

static int64_t part(uint64_t word, int index, int bits, bool is_signed) {
    Type type = {"", bits, is_signed};
    return (int64_t)number(type, word >> (index * bits));
}

static uint64_t dot(const void *context, const uint64_t x[OPERANDS]) {
    const Dot *row = context;
    int64_t sum = (int32_t)(uint32_t)x[2];
    for (int i = 0; i < (row->first < 0 ? 4 : 2); i++)
        sum += part(x[0], i, row->first < 0 ? 8 : 16, row->a_signed) *
               part(x[1], row->first < 0 ? i : row->first + i, 8, row->b_signed);
    return (uint32_t)sum;
}

static void list_dots(Suite *suite) {
    for (int i = 0; i < 12; i++) {
        Dot row = {i & 1, i & 2, i < 4 ? -1 : i < 8 ? 0 : 2};
        char text[80];
        snprintf(text, sizeof text, "dp%ca%s.%c32.%c32 %%r0,%%r1,%%r2,%%r3;", i < 4 ? '4' : '2',
                 i < 4   ? ""
                 : i < 8 ? ".lo"
                         : ".hi",
                 row.a_signed ? 's' : 'u', row.b_signed ? 's' : 'u');
        suite_alu(suite, text, 'r', &operands, dot, &row, (Match){0});
    }
}

typedef struct Pair {
    Operation operation;
    bool is_signed, relu;
} Pair;

static uint64_t pair_of(const void *context, const uint64_t x[OPERANDS]) {
    const Pair *row = context;
    uint64_t result = 0;
    for (int i = 0; i < 2; i++) {
        int64_t a = part(x[0], i, 16, row->is_signed), b = part(x[1], i, 16, row->is_signed);
        int64_t value = row->operation == ADD ? a + b : row->operation == MIN ? (a < b ? a : b) : a > b ? a : b;
        if (row->relu && value < 0) value = 0;
        result |= ((uint64_t)value & 0xffff) << 16 * i;
    }
    return result;
}

static uint64_t relu32(const void *context, const uint64_t x[OPERANDS]) {
    const Pair *row = context;
    int32_t a = (int32_t)(uint32_t)x[0], b = (int32_t)(uint32_t)x[1],
            value = row->operation == MIN ? (a < b ? a : b)
                    : a > b               ? a
                                          : b;
    return value < 0 ? 0 : (uint64_t)value;
}

static void list_pairs(Suite *suite) {
    static const struct {
        const char *text;
        Pair row;
    } rows[] = {
        {"add.u16x2 %r0,%r1,%r2;", {ADD, false, false}},    {"add.s16x2 %r0,%r1,%r2;", {ADD, true, false}},
        {"min.u16x2 %r0,%r1,%r2;", {MIN, false, false}},    {"min.s16x2 %r0,%r1,%r2;", {MIN, true, false}},
        {"max.u16x2 %r0,%r1,%r2;", {MAX, false, false}},    {"max.s16x2 %r0,%r1,%r2;", {MAX, true, false}},
        {"min.relu.s16x2 %r0,%r1,%r2;", {MIN, true, true}}, {"max.relu.s16x2 %r0,%r1,%r2;", {MAX, true, true}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        suite_alu(suite, rows[i].text, 'r', &operands, pair_of, &rows[i].row, (Match){0});
    suite_alu(suite, "min.relu.s32 %r0,%r1,%r2;", 'r', &operands, relu32, &(Pair){MIN, true, true}, (Match){0});
    suite_alu(suite, "max.relu.s32 %r0,%r1,%r2;", 'r', &operands, relu32, &(Pair){MAX, true, true}, (Match){0});
}

/* No operand is 0 in any width, and no quotient overflows. */
static void make_divisors(void) {
    static const uint64_t values[] = {1,
                                      2,
                                      3,
                                      7,
                                      10,
                                      255,
                                      0x7fff,
                                      0x8001,
                                      0x7ffffffd,
                                      0x80000003,
                                      0x123456789abcdef1,
                                      0x7fffffffffffffff,
                                      0x8000000000000001,
                                      0xfffffffffffffffb};
    operands_combine(&divisors, values, sizeof values / sizeof *values);
    for (size_t i = 0; i < ELEMENTS; i++) divisors.x[i][0] = edges[i % (sizeof edges / sizeof *edges)];
}

void cases_integer(Suite *suite) {
    operands_combine(&operands, edges, sizeof edges / sizeof *edges);
    make_divisors();
    list_types(suite, ADD, "add.%t %00,%11,%12;", false, false, false);
    list_types(suite, SUB, "sub.%t %00,%11,%12;", false, false, false);
    list_types(suite, MUL_LO, "mul.lo.%t %00,%11,%12;", false, false, false);
    list_types(suite, MUL_HI, "mul.hi.%t %00,%11,%12;", false, false, false);
    list_types(suite, MUL_WIDE, "mul.wide.%t %00,%11,%12;", false, true, false);
    list_types(suite, MAD_LO, "mad.lo.%t %00,%11,%12,%33;", false, false, false);
    list_types(suite, MAD_HI, "mad.hi.%t %00,%11,%12,%33;", false, false, false);
    list_types(suite, MAD_WIDE, "mad.wide.%t %00,%11,%12,%33;", false, true, false);
    list_types(suite, SAD, "sad.%t %00,%11,%12,%33;", false, false, false);
    list_types(suite, DIV, "div.%t %00,%11,%12;", false, false, true);
    list_types(suite, REM, "rem.%t %00,%11,%12;", false, false, true);
    list_types(suite, ABS, "abs.%t %00,%11;", true, false, false);
    list_types(suite, NEG, "neg.%t %00,%11;", true, false, false);
    list_types(suite, MIN, "min.%t %00,%11,%12;", false, false, false);
    list_types(suite, MAX, "max.%t %00,%11,%12;", false, false, false);
    list(suite, ADD_SAT, "add.sat.%t %00,%11,%12;", types[S32], 32, &operands);
    list(suite, SUB_SAT, "sub.sat.%t %00,%11,%12;", types[S32], 32, &operands);
    list(suite, MAD_HI_SAT, "mad.hi.sat.%t %00,%11,%12,%33;", types[S32], 32, &operands);
    list_carries(suite);
    list_24(suite);
    list_dots(suite);
    list_pairs(suite);
}
