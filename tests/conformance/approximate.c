/* Approximations against libm in double precision, within the error that the PTX ISA states for each (a unit in the
 * last place of single precision is 2^-23 of the value). */
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "cases.h"

typedef double Function(double a, double b);

typedef struct Row {
    const char *text;
    Format format;
    Function *function;
    bool ftz;
    double absolute, relative;
} Row;

static double reciprocal(double a, double b) {
    (void)b;
    return 1 / a;
}
static double root(double a, double b) {
    (void)b;
    return sqrt(a);
}
static double reciprocal_root(double a, double b) {
    (void)b;
    return 1 / sqrt(a);
}
static double sine(double a, double b) {
    (void)b;
    return sin(a);
}
static double cosine(double a, double b) {
    (void)b;
    return cos(a);
}
static double logarithm(double a, double b) {
    (void)b;
    return log2(a);
}
static double power(double a, double b) {
    (void)b;
    return exp2(a);
}
static double hyperbolic(double a, double b) {
    (void)b;
    return tanh(a);
}
static double quotient(double a, double b) {
    return a / b;
}

/* The expected value in the format's bits, which the checker reads back; the tolerance covers its rounding. */
static uint64_t bits_of(Format format, double value, bool ftz) {
    if (isnan(value)) return format_nan(format);
    if (format == FORMAT_F64) return bits_of_double(value);
    uint32_t bits = bits_of_float((float)value);
    if (format == FORMAT_F32) return ftz ? format_flush(FORMAT_F32, bits) : bits;
    if (format == FORMAT_BF16) return bits >> 16;
    uint64_t best = 0; /* f16: the nearest of all numbers, by looking at each */
    for (uint64_t candidate = 0; candidate <= 0x7c00; candidate++)
        if (fabs(format_value(FORMAT_F16, candidate) - fabs(value)) <
            fabs(format_value(FORMAT_F16, best) - fabs(value)))
            best = candidate;
    if (isinf(value) || fabs(value) >= 65520) best = 0x7c00;
    return best | (signbit(value) ? 0x8000 : 0);
}

static uint64_t approximate(const void *context, const uint64_t x[OPERANDS]) {
    const Row *row = context;
    uint64_t operand[2];
    for (int i = 0; i < 2; i++) {
        operand[i] = row->format == FORMAT_F64 ? x[i] : row->format == FORMAT_F32 ? (uint32_t)x[i] : (uint16_t)x[i];
        if (row->ftz) operand[i] = format_flush(row->format, operand[i]);
        if (row->ftz && row->format == FORMAT_F64)
            operand[i] &= UINT64_C(0xffffffff00000000); /* all that an H200 looks at */
    }
    double value = row->function(format_value(row->format, operand[0]), format_value(row->format, operand[1]));
    uint64_t bits = bits_of(row->format, value, row->ftz);
    return row->format == FORMAT_F64 && row->ftz ? format_flush(FORMAT_F64, bits) : bits;
}

/* clang-format off */
static const Row rows[] = {
    {"rcp.approx.f32 %f0,%f1;", FORMAT_F32, reciprocal, false, 0, 0x1p-23},
    {"rcp.approx.ftz.f32 %f0,%f1;", FORMAT_F32, reciprocal, true, 0, 0x1p-23},
    {"sqrt.approx.f32 %f0,%f1;", FORMAT_F32, root, false, 0, 0x1p-23},
    {"sqrt.approx.ftz.f32 %f0,%f1;", FORMAT_F32, root, true, 0, 0x1p-23},
    {"rsqrt.approx.f32 %f0,%f1;", FORMAT_F32, reciprocal_root, false, 0, 0x1p-22},
    {"rsqrt.approx.ftz.f32 %f0,%f1;", FORMAT_F32, reciprocal_root, true, 0, 0x1p-22},
    {"ex2.approx.f32 %f0,%f1;", FORMAT_F32, power, false, 0x1p-126, 0x1p-22},
    {"ex2.approx.ftz.f32 %f0,%f1;", FORMAT_F32, power, true, 0x1p-126, 0x1p-22},
    {"lg2.approx.f32 %f0,%f1;", FORMAT_F32, logarithm, false, 0x1p-22, 0x1p-22},
    {"lg2.approx.ftz.f32 %f0,%f1;", FORMAT_F32, logarithm, true, 0x1p-22, 0x1p-22},
    {"tanh.approx.f32 %f0,%f1;", FORMAT_F32, hyperbolic, false, 0x1p-126, 0x1p-10},
    {"div.full.f32 %f0,%f1,%f2;", FORMAT_F32, quotient, false, 0x1p-148, 0x1p-22}, /* two units, subnormal ones too */
    {"rcp.approx.ftz.f64 %g0,%g1;", FORMAT_F64, reciprocal, true, 0, 0x1p-19},
    {"rsqrt.approx.f64 %g0,%g1;", FORMAT_F64, reciprocal_root, false, 0, 0x1p-51}, /* one unit by CUDA, another here */
    {"rsqrt.approx.ftz.f64 %g0,%g1;", FORMAT_F64, reciprocal_root, true, 0, 0x1p-19},
    {"ex2.approx.f16 %h0,%h1;", FORMAT_F16, power, false, 0x1p-23, 0x1p-9},
    {"tanh.approx.f16 %h0,%h1;", FORMAT_F16, hyperbolic, false, 0x1p-10, 0x1p-10},
    {"ex2.approx.ftz.bf16 %h0,%h1;", FORMAT_BF16, power, true, 0x1p-126, 0x1p-6},
    {"tanh.approx.bf16 %h0,%h1;", FORMAT_BF16, hyperbolic, false, 0x1p-126, 0x1p-6},
};
/* clang-format on */

/* sin, cos and div.approx only where the ISA states an error: angles within pi, quotients without overflow. */
static const Row bounded[] = {
    {"sin.approx.f32 %f0,%f1;", FORMAT_F32, sine, false, 0x1p-20, 0},
    {"sin.approx.ftz.f32 %f0,%f1;", FORMAT_F32, sine, true, 0x1p-20, 0},
    {"cos.approx.f32 %f0,%f1;", FORMAT_F32, cosine, false, 0x1p-20, 0},
    {"cos.approx.ftz.f32 %f0,%f1;", FORMAT_F32, cosine, true, 0x1p-20, 0},
    {"div.approx.f32 %f0,%f1,%f2;", FORMAT_F32, quotient, false, 0, 0x1p-22},
    {"div.approx.ftz.f32 %f0,%f1,%f2;", FORMAT_F32, quotient, true, 0, 0x1p-22},
};

void cases_approximate(Suite *suite) {
    static Operands angles;
    for (size_t i = 0; i < ELEMENTS; i++)
        for (size_t k = 0; k < OPERANDS; k++)
            angles.x[i][k] =
                bits_of(FORMAT_F32, ((double)((i * 37 + k * 101) % ELEMENTS) - 255.3) * (3.14 / 256), false);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Format format = rows[i].format;
        suite_alu(
            suite, rows[i].text, "hhfg" [format], format_operands(format), approximate, &rows[i],
            (Match) { (CaseMatch)(MATCH_F16 + (int)format), rows[i].absolute, rows[i].relative });
        suite_alu(
            suite, rows[i].text, "hhfg" [format], format_nans(format), approximate, &rows[i],
            (Match) { (CaseMatch)(MATCH_F16 + (int)format), rows[i].absolute, rows[i].relative });
    }
    for (size_t i = 0; i < sizeof bounded / sizeof *bounded; i++) {
        suite_alu(suite, bounded[i].text, 'f', format_nans(FORMAT_F32), approximate, &bounded[i],
                  (Match){MATCH_F32, bounded[i].absolute, bounded[i].relative});
        suite_alu(suite, bounded[i].text, 'f', &angles, approximate, &bounded[i],
                  (Match){MATCH_F32, bounded[i].absolute, bounded[i].relative});
    }
}
