/* Floating-point arithmetic in every format, rounding, .ftz, .sat and .relu: exact in MPFR, rounded once. */
#include "formats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef enum Operation { ADD, SUB, MUL, FMA, DIV, RCP, SQRT, MIN, MAX, ABS, NEG, COPYSIGN } Operation;

typedef struct Row {
    Operation operation;
    Format format;
    mpfr_rnd_t round;
    bool ftz, sat, relu, nan, xorsign;
    bool abs; /* of three inputs: the least or greatest magnitude */
} Row;

static uint64_t sign_of(Format format) {
    return format == FORMAT_F64 ? UINT64_C(1) << 63 : format == FORMAT_F32 ? UINT64_C(1) << 31 : UINT64_C(1) << 15;
}

static uint64_t finish(const Row *row, uint64_t bits) {
    uint64_t sign = sign_of(row->format);
    double value = format_value(row->format, bits);
    if (row->ftz) bits = format_flush(row->format, bits);
    if (row->relu && (bits & sign) && !isnan(value)) bits = 0;
    if (!row->sat) return bits;
    uint64_t one = row->format == FORMAT_F16 ? 0x3c00 : row->format == FORMAT_BF16 ? 0x3f80 : 0x3f800000;
    return isnan(value) || value <= 0 ? 0 : value >= 1 ? one : bits;
}

/* What an operation gives that meets a NaN or makes one. f64: the first in this order that is one, made quiet. */
static uint64_t nan_of(const Row *row, const uint64_t operand[3]) {
    static const int reversed[] = {1, 0}, fused[] = {1, 2, 0}, forward[] = {0, 1};
    bool alone = row->operation == RCP || row->operation == SQRT || row->operation == ABS || row->operation == NEG;
    const int *order = row->operation == FMA ? fused : row->operation == DIV || alone ? forward : reversed;
    if (row->format != FORMAT_F64) return format_nan(row->format);
    for (int i = 0; i < (row->operation == FMA ? 3 : alone ? 1 : 2); i++)
        if (format_is_nan(FORMAT_F64, operand[order[i]])) return format_quiet(FORMAT_F64, operand[order[i]]);
    return format_nan(FORMAT_F64);
}

static uint64_t choose(const Row *row, uint64_t a, uint64_t b) {
    uint64_t sign = sign_of(row->format), signs = (a ^ b) & sign;
    if (row->xorsign) a &= sign - 1, b &= sign - 1;
    double x = format_value(row->format, a), y = format_value(row->format, b);
    bool first =
        isnan(y) ||
        (!isnan(x) && (x == y ? ((a & sign) != 0) == (row->operation == MIN) : (x < y) == (row->operation == MIN)));
    uint64_t result = (isnan(x) && isnan(y)) || (row->nan && (isnan(x) || isnan(y)))
                          ? nan_of(row, (uint64_t[]){a, b, 0})
                      : first ? a
                              : b;
    result = finish(row, result);
    return row->xorsign && !format_is_nan(row->format, result) ? result | signs : result;
}

static uint64_t compute(const Row *row, const uint64_t operand[3]) {
    mpfr_t a, b, c, result;
    mpfr_inits2(EXACT_BITS, a, b, c, result, (mpfr_ptr)0);
    format_read(a, row->format, operand[0]);
    format_read(b, row->format, operand[1]);
    format_read(c, row->format, operand[2]);
    switch (row->operation) {
    case ADD: mpfr_add(result, a, b, row->round); break;
    case SUB: mpfr_sub(result, a, b, row->round); break;
    case MUL: mpfr_mul(result, a, b, row->round); break;
    case FMA: mpfr_fma(result, a, b, c, row->round); break;
    case DIV: mpfr_div(result, a, b, row->round); break;
    case RCP: mpfr_si_div(result, 1, a, row->round); break;
    default: mpfr_sqrt(result, a, row->round); break;
    }
    uint64_t bits = mpfr_nan_p(result) ? nan_of(row, operand) : format_round(result, row->format, row->round);
    if (row->ftz && format_vanishes(result, row->format, row->round)) bits &= sign_of(row->format);
    mpfr_clears(a, b, c, result, (mpfr_ptr)0);
    return finish(row, bits);
}

static uint64_t arithmetic(const void *context, const uint64_t x[OPERANDS]) {
    const Row *row = context;
    uint64_t sign = sign_of(row->format), operand[3];
    for (int i = 0; i < 3; i++) {
        operand[i] = x[i] & (sign | (sign - 1));
        if (row->ftz) operand[i] = format_flush(row->format, operand[i]);
    }
    bool additive = row->operation == ABS || row->operation == NEG; /* the hardware adds -0 */
    if (additive && format_is_nan(row->format, operand[0])) return nan_of(row, operand);
    switch (row->operation) {
    case MIN:
    case MAX: return choose(row, operand[0], operand[1]);
    case ABS: return operand[0] & (sign - 1);
    case NEG: return operand[0] ^ sign;
    case COPYSIGN: return (operand[0] & sign) | (operand[1] & (sign - 1));
    default: return compute(row, operand);
    }
}

/* Both halves of a pair, of 16 or of 32 bits. */
static uint64_t in_pairs(const void *context, const uint64_t x[OPERANDS]) {
    const Row *row = context;
    int bits = row->format == FORMAT_F32 ? 32 : 16;
    uint64_t high[OPERANDS], mask = (UINT64_C(1) << bits) - 1;
    for (int i = 0; i < OPERANDS; i++) high[i] = x[i] >> bits & mask;
    return (arithmetic(row, x) & mask) | arithmetic(row, high) << bits;
}

static const char class_of[] = {'h', 'h', 'f', 'g'}, *const rounds[] = {".rn", ".rz", ".rm", ".rp"};
static const mpfr_rnd_t modes[] = {MPFR_RNDN, MPFR_RNDZ, MPFR_RNDD, MPFR_RNDU};

static void list(Suite *suite, const char *mnemonic, int operands, Row row) {
    char text[120], letter = class_of[row.format];
    snprintf(text, sizeof text, "%s.%s %%%c0,%%%c1%s%c%s%s%c%s;", mnemonic, format_name[row.format], letter, letter,
             operands > 1 ? ",%" : "", operands > 1 ? letter : ' ', operands > 1 ? "2" : "", operands > 2 ? ",%" : "",
             operands > 2 ? letter : ' ', operands > 2 ? "3" : "");
    suite_alu(suite, text, letter, format_operands(row.format), arithmetic, &row, (Match){0});
    suite_alu(suite, text, letter, format_nans(row.format), arithmetic, &row, (Match){0});
    if (row.ftz) suite_alu(suite, text, letter, format_borders(row.format), arithmetic, &row, (Match){0});
}

static void list_pair(Suite *suite, const char *mnemonic, int operands, Row row) {
    static Operands pairs[FORMAT_COUNT];
    Operands *made = &pairs[row.format];
    const Operands *from = format_operands(row.format);
    int bits = row.format == FORMAT_F32 ? 32 : 16;
    for (size_t i = 0; i < ELEMENTS; i++)
        for (size_t k = 0; k < OPERANDS; k++)
            made->x[i][k] = from->x[i][k] | from->x[(i * 5 + 3 + k) % ELEMENTS][k] << bits;
    char text[120], letter = bits == 32 ? 'd' : 'r';
    snprintf(text, sizeof text, "%s.%sx2 %%%c0,%%%c1%s%c%s%s%c%s;", mnemonic, format_name[row.format], letter, letter,
             operands > 1 ? ",%" : "", operands > 1 ? letter : ' ', operands > 1 ? "2" : "", operands > 2 ? ",%" : "",
             operands > 2 ? letter : ' ', operands > 2 ? "3" : "");
    suite_alu(suite, text, letter, made, in_pairs, &row, (Match){0});
}

/* All roundings with and without .ftz and .sat where the format has them. */
static void list_rounded(Suite *suite, const char *name, int operands, Operation operation, Format format,
                         bool saturates) {
    for (int mode = 0; mode < 4; mode++)
        for (int flags = 0; flags < (format == FORMAT_F64 ? 1 : saturates ? 4 : 2); flags++) {
            char text[40];
            snprintf(text, sizeof text, "%s%s%s%s", name, rounds[mode], flags & 1 ? ".ftz" : "",
                     flags & 2 ? ".sat" : "");
            list(suite, text, operands, (Row){operation, format, modes[mode], .ftz = flags & 1, .sat = flags & 2});
        }
}

static void list_choice(Suite *suite, const char *name, Operation operation) {
    const Row base = {.operation = operation};
    char text[40];
    for (Format format = 0; format < FORMAT_COUNT; format++)
        for (int flags = 0; flags < (format == FORMAT_F64 ? 1 : 8); flags++) {
            Row row = base;
            row.format = format;
            row.ftz = flags & 1, row.nan = flags & 2, row.xorsign = flags & 4;
            if (format == FORMAT_BF16 && row.ftz) continue; /* bf16 has no .ftz */
            snprintf(text, sizeof text, "%s%s%s%s", name, row.ftz ? ".ftz" : "", row.nan ? ".NaN" : "",
                     row.xorsign ? ".xorsign.abs" : "");
            list(suite, text, 2, row);
            if (format <= FORMAT_BF16) list_pair(suite, text, 2, row);
        }
}

static void list_halves(Suite *suite) {
    static const struct {
        const char *mnemonic;
        int operands;
        Row row;
    } rows[] = {
        {"add", 2, {.operation = ADD, .format = FORMAT_F16}},
        {"add.rn.ftz", 2, {.operation = ADD, .format = FORMAT_F16, .ftz = true}},
        {"add.sat", 2, {.operation = ADD, .format = FORMAT_F16, .sat = true}},
        {"sub", 2, {.operation = SUB, .format = FORMAT_F16}},
        {"sub.ftz.sat", 2, {.operation = SUB, .format = FORMAT_F16, .ftz = true, .sat = true}},
        {"mul", 2, {.operation = MUL, .format = FORMAT_F16}},
        {"mul.rn.ftz", 2, {.operation = MUL, .format = FORMAT_F16, .ftz = true}},
        {"mul.sat", 2, {.operation = MUL, .format = FORMAT_F16, .sat = true}},
        {"fma.rn", 3, {.operation = FMA, .format = FORMAT_F16}},
        {"fma.rn.ftz", 3, {.operation = FMA, .format = FORMAT_F16, .ftz = true}},
        {"fma.rn.sat", 3, {.operation = FMA, .format = FORMAT_F16, .sat = true}},
        {"fma.rn.relu", 3, {.operation = FMA, .format = FORMAT_F16, .relu = true}},
        {"fma.rn.ftz.relu", 3, {.operation = FMA, .format = FORMAT_F16, .ftz = true, .relu = true}},
        {"neg", 1, {.operation = NEG, .format = FORMAT_F16}},
        {"abs", 1, {.operation = ABS, .format = FORMAT_F16}},
        {"neg.ftz", 1, {.operation = NEG, .format = FORMAT_F16, .ftz = true}},
        {"abs.ftz", 1, {.operation = ABS, .format = FORMAT_F16, .ftz = true}},
        {"add", 2, {.operation = ADD, .format = FORMAT_BF16}},
        {"sub.rn", 2, {.operation = SUB, .format = FORMAT_BF16}},
        {"mul.rn", 2, {.operation = MUL, .format = FORMAT_BF16}},
        {"fma.rn", 3, {.operation = FMA, .format = FORMAT_BF16}},
        {"fma.rn.relu", 3, {.operation = FMA, .format = FORMAT_BF16, .relu = true}},
        {"neg", 1, {.operation = NEG, .format = FORMAT_BF16}},
        {"abs", 1, {.operation = ABS, .format = FORMAT_BF16}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        list(suite, rows[i].mnemonic, rows[i].operands, rows[i].row);
        if (rows[i].row.operation < ABS) list_pair(suite, rows[i].mnemonic, rows[i].operands, rows[i].row);
    }
}

static uint64_t choose_of_three(const void *context, const uint64_t x[OPERANDS]) {
    const Row *row = context;
    uint32_t operand[3];
    for (int i = 0; i < 3; i++) {
        operand[i] = row->abs ? (uint32_t)x[i] & INT32_MAX : (uint32_t)x[i];
        if (row->ftz) operand[i] = (uint32_t)format_flush(FORMAT_F32, operand[i]);
    }
    return choose(row, choose(row, operand[0], operand[1]), operand[2]);
}

static void list_of_three(Suite *suite) {
    static const struct {
        const char *text;
        Row row;
    } rows[] = {
        {"min.f32", {.operation = MIN, .format = FORMAT_F32}},
        {"max.NaN.f32", {.operation = MAX, .format = FORMAT_F32, .nan = true}},
        {"min.abs.f32", {.operation = MIN, .format = FORMAT_F32, .abs = true}},
        {"max.abs.f32", {.operation = MAX, .format = FORMAT_F32, .abs = true}},
        {"max.ftz.NaN.abs.f32", {.operation = MAX, .format = FORMAT_F32, .ftz = true, .nan = true, .abs = true}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[60];
        snprintf(text, sizeof text, "%s %%f0,%%f1,%%f2,%%f3;", rows[i].text);
        suite_alu(suite, text, 'f', format_operands(FORMAT_F32), choose_of_three, &rows[i].row, (Match){0});
        suite_alu(suite, text, 'f', format_nans(FORMAT_F32), choose_of_three, &rows[i].row, (Match){0});
    }
}

static void list_newest(Suite *suite) {
    suite_arch(suite, "sm_100");
    for (int mode = 0; mode < 4; mode++) {
        char text[40];
        snprintf(text, sizeof text, "add%s%s", rounds[mode], mode & 1 ? ".ftz" : "");
        list_pair(suite, text, 2, (Row){ADD, FORMAT_F32, modes[mode], .ftz = mode & 1});
        snprintf(text, sizeof text, "mul%s", rounds[mode]);
        list_pair(suite, text, 2, (Row){.operation = MUL, .format = FORMAT_F32, .round = modes[mode]});
        snprintf(text, sizeof text, "fma%s", rounds[mode]);
        list_pair(suite, text, 3, (Row){.operation = FMA, .format = FORMAT_F32, .round = modes[mode]});
    }
    list_of_three(suite);
    suite_arch(suite, NULL);
}

void cases_float(Suite *suite) {
    for (Format format = FORMAT_F32; format <= FORMAT_F64; format++) {
        list_rounded(suite, "add", 2, ADD, format, true);
        list_rounded(suite, "sub", 2, SUB, format, true);
        list_rounded(suite, "mul", 2, MUL, format, true);
        list_rounded(suite, "fma", 3, FMA, format, true);
        list_rounded(suite, "mad", 3, FMA, format, true);
        list_rounded(suite, "div", 2, DIV, format, false);
        list_rounded(suite, "rcp", 1, RCP, format, false);
        list_rounded(suite, "sqrt", 1, SQRT, format, false);
        list(suite, "abs", 1, (Row){.operation = ABS, .format = format});
        list(suite, "neg", 1, (Row){.operation = NEG, .format = format});
        list(suite, "copysign", 2, (Row){.operation = COPYSIGN, .format = format});
    }
    list(suite, "abs.ftz", 1, (Row){.operation = ABS, .format = FORMAT_F32, .ftz = true});
    list(suite, "neg.ftz", 1, (Row){.operation = NEG, .format = FORMAT_F32, .ftz = true});
    list_choice(suite, "min", MIN);
    list_choice(suite, "max", MAX);
    list_halves(suite);
    list_newest(suite);
}
