/* Floating-point instructions against the C library, bit for bit where IEEE 754 says so. */
#include <fenv.h>
#include <math.h>

#include "sim_testing.h"

static const uint64_t singles[] = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x3f800001, 0x40490fdb,
                                   0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x00000001, 0x80000001,
                                   0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3effffff, 0x4b000001,
                                   0x4f000000, 0xcf000000, 0x4f800000, 0x3f000000, 0x3fc00000, 0xc0200000,
                                   0x42f6e979, 0x33800000, 0x5f000000, 0x477ff000, 0x38800000, 0x0f123456};
static const uint64_t doubles[] = {
    0,
    UINT64_C(1) << 63,
    0x3ff0000000000000,
    0xbff8000000000000,
    0x7ff0000000000000,
    0xfff0000000000000,
    0x7ff8000000000001,
    1,
    0x000fffffffffffff,
    0x7fefffffffffffff,
    0x400921fb54442d18,
    0x41dfffffffc00000,
    0xc1e0000000000000,
    0x43e0000000000000,
    0x41efffffffe00000,
    0x3fe0000000000000,
    0x4004000000000000,
    0xc00c000000000000,
    0x36a0000000000000,
    0x47efffffe0000000,
    0x47effffff0000000,
    0x3f50624dd2f1a9fc,
    0xbfefffffffffffff,
    0x40effc0000000000,
};

static Operands single, pair;

static int set_up(void **state) {
    (void)state;
    single = combine(singles, sizeof singles / sizeof *singles);
    pair = combine(doubles, sizeof doubles / sizeof *doubles);
    return 0;
}

#define EXPECT(name, expression)                                                                                       \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c) {                                                         \
        (void)a;                                                                                                       \
        (void)b;                                                                                                       \
        (void)c;                                                                                                       \
        return (uint64_t)(expression);                                                                                 \
    }
#define F(x) f32_of(x)
#define D(x) bits_as_double(x)
#define M32 UINT64_C(0xffffffff)
#define CHECK32(instruction, result, expected)                                                                         \
    alu_check(instruction, result, single.a, single.b, single.c, single.count, expected,                               \
              result == 'h' ? 0xffff : UINT64_MAX)
#define CHECK64(instruction, result, expected)                                                                         \
    alu_check(instruction, result, pair.a, pair.b, pair.c, pair.count, expected, result == 'h' ? 0xffff : UINT64_MAX)

/* The same operation of this processor in another rounding mode. */
static uint64_t rounded(int mode, int operation, float a, float b, float c) {
    volatile float x = a, y = b, z = c, result;
    fesetround(mode);
    result = operation == 0   ? x + y
             : operation == 1 ? x * y
             : operation == 2 ? fmaf(x, y, z)
             : operation == 3 ? x / y
                              : sqrtf(x);
    fesetround(FE_TONEAREST);
    return bits32(result);
}

EXPECT(add, bits32(F(a) + F(b)))
EXPECT(sub, bits32(F(a) - F(b)))
EXPECT(mul, bits32(F(a) * F(b)))
EXPECT(fused, bits32(fmaf(F(a), F(b), F(c))))
EXPECT(quotient, bits32(F(a) / F(b)))
EXPECT(root, bits32(sqrtf(F(a))))
EXPECT(reciprocal, bits32(1.0f / F(a)))
EXPECT(add_rz, rounded(FE_TOWARDZERO, 0, F(a), F(b), 0))
EXPECT(mul_rm, rounded(FE_DOWNWARD, 1, F(a), F(b), 0))
EXPECT(fma_rp, rounded(FE_UPWARD, 2, F(a), F(b), F(c)))
EXPECT(div_rz, rounded(FE_TOWARDZERO, 3, F(a), F(b), 0))
EXPECT(sqrt_rp, rounded(FE_UPWARD, 4, F(a), 0, 0))

static float ftz(float x) {
    return fpclassify(x) == FP_SUBNORMAL ? copysignf(0, x) : x;
}

EXPECT(add_ftz, bits32(ftz(ftz(F(a)) + ftz(F(b)))))
EXPECT(div_ftz, bits32(ftz(ftz(F(a)) / ftz(F(b)))))
EXPECT(mul_sat, F(a) * F(b) > 0 ? F(a) * F(b) < 1 ? bits32(F(a) * F(b)) : 0x3f800000 : 0)

static uint64_t lesser(uint64_t a, uint64_t b, uint64_t c) {
    (void)c;
    if (F(a) != F(a) || F(b) != F(b)) return bits32(F(a) != F(a) ? F(b) : F(a));
    return F(a) == F(b) ? a | b : F(a) < F(b) ? a : b;
}

static void single_precision_rounds_as_ieee_says_in_every_mode(void **state) {
    (void)state;
    CHECK32("add.rn.f32 %f0,%f1,%f2;", 'f', add);
    CHECK32("sub.f32 %f0,%f1,%f2;", 'f', sub);
    CHECK32("mul.rn.f32 %f0,%f1,%f2;", 'f', mul);
    CHECK32("fma.rn.f32 %f0,%f1,%f2,%f3;", 'f', fused);
    CHECK32("div.rn.f32 %f0,%f1,%f2;", 'f', quotient);
    CHECK32("sqrt.rn.f32 %f0,%f1;", 'f', root);
    CHECK32("rcp.rn.f32 %f0,%f1;", 'f', reciprocal);
    CHECK32("add.rz.f32 %f0,%f1,%f2;", 'f', add_rz);
    CHECK32("mul.rm.f32 %f0,%f1,%f2;", 'f', mul_rm);
    CHECK32("fma.rp.f32 %f0,%f1,%f2,%f3;", 'f', fma_rp);
    CHECK32("div.rz.f32 %f0,%f1,%f2;", 'f', div_rz);
    CHECK32("sqrt.rp.f32 %f0,%f1;", 'f', sqrt_rp);
    CHECK32("add.ftz.f32 %f0,%f1,%f2;", 'f', add_ftz);
    CHECK32("div.rn.ftz.f32 %f0,%f1,%f2;", 'f', div_ftz);
    CHECK32("mul.sat.f32 %f0,%f1,%f2;", 'f', mul_sat);
    CHECK32("min.f32 %f0,%f1,%f2;", 'f', lesser);
}

EXPECT(lt, F(a) < F(b))
EXPECT(ltu, !(F(a) >= F(b)))
EXPECT(ne, F(a) < F(b) || F(a) > F(b))
EXPECT(neu, F(a) != F(b))
EXPECT(is_nan, F(a) != F(a) || F(b) != F(b))
EXPECT(set_one, F(a) <= F(b) ? 0x3f800000 : 0)
EXPECT(subnormal, fpclassify(F(a)) == FP_SUBNORMAL)
EXPECT(gt64, D(a) > D(b))

static void comparisons_know_ordered_from_unordered(void **state) {
    (void)state;
    CHECK32("setp.lt.f32 %p0,%f1,%f2;", 'p', lt);
    CHECK32("setp.ltu.f32 %p0,%f1,%f2;", 'p', ltu);
    CHECK32("setp.ne.f32 %p0,%f1,%f2;", 'p', ne);
    CHECK32("setp.neu.f32 %p0,%f1,%f2;", 'p', neu);
    CHECK32("setp.nan.f32 %p0,%f1,%f2;", 'p', is_nan);
    CHECK32("set.le.f32.f32 %f0,%f1,%f2;", 'f', set_one);
    CHECK32("testp.subnormal.f32 %p0,%f1;", 'p', subnormal);
    CHECK64("setp.gt.f64 %p0,%g1,%g2;", 'p', gt64);
}

/* NaN results only have to be NaN: which payload is not compared. */
#define NUMBER(x) ((x) != (x) ? UINT64_C(0x7ff8000000000000) : bits_of_double(x))
#define ANY_NAN "setp.nan.f64 %p1,%g0,%g0; selp.f64 %g0,0d7ff8000000000000,%g0,%p1;"
EXPECT(fma64, NUMBER(fma(D(a), D(b), D(c))))
EXPECT(div64, NUMBER(D(a) / D(b)))
EXPECT(max64, D(a) != D(a)   ? NUMBER(D(b))
              : D(b) != D(b) ? bits_of_double(D(a))
              : D(a) == D(b) ? a & b
              : D(a) > D(b)  ? a
                             : b)

static void double_precision_is_exact(void **state) {
    (void)state;
    CHECK64("fma.rn.f64 %g0,%g1,%g2,%g3;" ANY_NAN, 'g', fma64);
    CHECK64("div.rn.f64 %g0,%g1,%g2;" ANY_NAN, 'g', div64);
    CHECK64("max.f64 %g0,%g1,%g2;" ANY_NAN, 'g', max64);
}

EXPECT(s32_rzi, F(a) != F(a)       ? 0
                : F(a) >= 0x1p31f  ? INT32_MAX
                : F(a) <= -0x1p31f ? 0x80000000
                                   : (uint32_t)(int32_t)F(a))
EXPECT(s32_rni, F(a) != F(a)       ? 0
                : F(a) >= 0x1p31f  ? INT32_MAX
                : F(a) <= -0x1p31f ? 0x80000000
                                   : (uint32_t)(int32_t)rintf(F(a)))
EXPECT(u32_rpi, F(a) != F(a) || F(a) <= 0 ? 0 : F(a) >= 0x1p32f ? UINT32_MAX : (uint32_t)ceilf(F(a)))
EXPECT(s8_rmi, (uint32_t)(F(a) != F(a) ? 0 : F(a) >= 127 ? 127 : F(a) <= -128 ? -128 : (int32_t)floorf(F(a))))
EXPECT(s64_rzi, D(a) != D(a) || D(a) < -0x1p63 ? UINT64_C(1) << 63
                : D(a) >= 0x1p63               ? INT64_MAX
                                               : (uint64_t)(int64_t)D(a))
EXPECT(u32_from_f64, D(a) != D(a) ? 0x80000000 : D(a) <= -1 ? 0 : D(a) >= 0x1p32 ? UINT32_MAX : (uint32_t)D(a))
/* A NaN keeps its sign and the upper bits of its payload, made quiet, as on an H200. */
static uint64_t narrowed_nan(uint64_t a) {
    return a >> 63 << 31 | 0x7fc00000 | (a >> 29 & 0x3fffff);
}
EXPECT(f32_from_f64, D(a) != D(a) ? narrowed_nan(a) : bits32((float)D(a)))
EXPECT(f32_from_u64, bits32((float)a))
EXPECT(f64_from_s64, bits_of_double((double)(int64_t)a))
EXPECT(f32_rni, bits32(rintf(F(a))))

static uint64_t f32_from_f64_rz(uint64_t a, uint64_t b, uint64_t c) {
    (void)b;
    (void)c;
    volatile double x = D(a);
    fesetround(FE_TOWARDZERO);
    volatile float result = (float)x;
    fesetround(FE_TONEAREST);
    return x != x ? narrowed_nan(a) : bits32(result);
}

static void conversions_round_clamp_and_turn_nan_into_what_the_isa_says(void **state) {
    (void)state;
    CHECK32("cvt.rzi.s32.f32 %r0,%f1;", 'r', s32_rzi);
    CHECK32("cvt.rni.s32.f32 %r0,%f1;", 'r', s32_rni);
    CHECK32("cvt.rpi.u32.f32 %r0,%f1;", 'r', u32_rpi);
    CHECK32("cvt.rmi.s8.f32 %r0,%f1;", 'r', s8_rmi);
    CHECK64("cvt.rzi.s64.f64 %d0,%g1;", 'd', s64_rzi);
    CHECK64("cvt.rzi.u32.f64 %r0,%g1;", 'r', u32_from_f64);
    CHECK64("cvt.rn.f32.f64 %f0,%g1;", 'f', f32_from_f64);
    CHECK64("cvt.rz.f32.f64 %f0,%g1;", 'f', f32_from_f64_rz);
    CHECK64("cvt.rn.f32.u64 %f0,%d1;", 'f', f32_from_u64);
    CHECK64("cvt.rn.f64.s64 %g0,%d1;", 'g', f64_from_s64);
    CHECK32("cvt.rni.f32.f32 %f0,%f1;", 'f', f32_rni);
}

/* Half precision through the compiler's own _Float16 where there is one (SSE2 and later). */
#if defined(__FLT16_MAX__)
static uint64_t half_bits(_Float16 value) {
    uint16_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value != value ? 0x7fff : bits;
}

static _Float16 half_of(uint64_t bits) {
    uint16_t low = (uint16_t)bits;
    _Float16 value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static const uint64_t halves[] = {0x0000, 0x8000, 0x3c00, 0xbc00, 0x3c01, 0x7c00, 0xfc00, 0x7e00,
                                  0x0001, 0x8001, 0x03ff, 0x0400, 0x7bff, 0xfbff, 0x3555, 0x6400,
                                  0x6401, 0x5bff, 0x2e66, 0xb800, 0x1400, 0x9001, 0x4248, 0x4bc0};

EXPECT(half_sum, half_bits((_Float16)(half_of(a) + half_of(b))))
EXPECT(half_product, half_bits((_Float16)(half_of(a) * half_of(b))))
EXPECT(half_from_single, half_bits((_Float16)F(a)))
EXPECT(single_from_half, bits32((float)half_of(a)))

/* One rounding of the exact value: products of halves and their sums with a half are exact in long double here. */
static uint64_t half_fused(uint64_t a, uint64_t b, uint64_t c) {
    return half_bits((_Float16)((long double)half_of(a) * (long double)half_of(b) + (long double)half_of(c)));
}

static void half_precision_is_rounded_once(void **state) {
    (void)state;
    Operands half = combine(halves, sizeof halves / sizeof *halves);
    alu_check("add.f16 %h0,%h1,%h2;", 'h', half.a, half.b, half.c, half.count, half_sum, 0xffff);
    alu_check("mul.f16 %h0,%h1,%h2;", 'h', half.a, half.b, half.c, half.count, half_product, 0xffff);
    alu_check("fma.rn.f16 %h0,%h1,%h2,%h3;", 'h', half.a, half.b, half.c, half.count, half_fused, 0xffff);
    alu_check("cvt.f32.f16 %f0,%h1;", 'f', half.a, half.b, half.c, half.count, single_from_half, M32);
    CHECK32("cvt.rn.f16.f32 %h0,%f1;", 'h', half_from_single);
}

static uint64_t both_sums(uint64_t a, uint64_t b, uint64_t c) {
    return half_sum(a & 0xffff, b & 0xffff, c) | half_sum(a >> 16 & 0xffff, b >> 16 & 0xffff, c) << 16;
}

static void pairs_are_two_halves(void **state) {
    (void)state;
    Operands both = combine(halves, sizeof halves / sizeof *halves);
    for (size_t i = 0; i < both.count; i++) {
        both.a[i] |= both.b[(i * 5) % both.count] << 16;
        both.b[i] |= both.c[(i * 3) % both.count] << 16;
    }
    alu_check("add.f16x2 %r0,%r1,%r2;", 'r', both.a, both.b, both.c, both.count, both_sums, M32);
}
#endif

/* The upper half of a float, rounded to even by hand. */
static uint64_t bfloat_bits(float value) {
    uint64_t bits = bits32(value);
    return value != value ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

EXPECT(bfloat_from_single, bfloat_bits(F(a)))
EXPECT(bfloat_product, bfloat_bits((float)((double)f32_of((a & 0xffff) << 16) * (double)f32_of((b & 0xffff) << 16))))

static void bfloat16_is_the_upper_half_of_single_precision(void **state) {
    (void)state;
    static const uint64_t values[] = {0x0000, 0x8000, 0x3f80, 0xbf80, 0x4049, 0x3f81, 0x7f80,
                                      0xff80, 0x7fc0, 0x4000, 0x3eff, 0x5f12, 0xc2f7, 0x4b01};
    Operands all = combine(values, sizeof values / sizeof *values);
    CHECK32("cvt.rn.bf16.f32 %h0,%f1;", 'h', bfloat_from_single);
    alu_check("mul.rn.bf16 %h0,%h1,%h2;", 'h', all.a, all.b, all.c, all.count, bfloat_product, 0xffff);
}

/* Within the error that the PTX ISA states for each approximation. */
static void approximations_stay_within_the_documented_error(void **state) {
    (void)state;
    static const struct {
        const char *instruction;
        double (*function)(double);
        double error; /* relative, or absolute for sin, cos and lg2 */
    } functions[] = {
        {"sin.approx.f32", sin, 0x1p-20},  {"cos.approx.f32", cos, 0x1p-20},   {"ex2.approx.f32", exp2, 0x1p-22},
        {"lg2.approx.f32", log2, 0x1p-22}, {"sqrt.approx.f32", sqrt, 0x1p-22}, {"tanh.approx.f32", tanh, 0x1p-10},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        Text ptx = {0};
        text_printf(&ptx,
                    PTX_HEAD
                    ".visible .entry k(.param .u64 p) { .reg .b32 %%r<3>; .reg .b64 %%d<4>; .reg .f32 %%f<4>;\n"
                    "ld.param.u64 %%d1,[p]; mov.u32 %%r1,%%tid.x; mul.wide.u32 %%d2,%%r1,4; add.u64 %%d1,%%d1,%%d2;\n"
                    "ld.global.f32 %%f1,[%%d1]; %s %%f2,%%f1; st.global.f32 [%%d1],%%f2; ret; }\n",
                    functions[i].instruction);
        float values[256];
        for (int j = 0; j < 256; j++) values[j] = 0.0123f * (float)(j + 1);
        Buffer buffer = {"p", SCALAR_F32, 256, values, true, NULL};
        Arg arg = {.kind = ARG_BUFFER, .name = "p"};
        TestRun run = test_run(ptx.data, "k", 1, 256);
        run.launch.buffers = &buffer;
        run.launch.args = &arg;
        run.launch.buffer_count = run.launch.arg_count = 1;
        test_expect(&run, RUN_FINISHED);
        for (int j = 0; j < 256; j++) {
            double want = functions[i].function((double)(0.0123f * (float)(j + 1)));
            double scale = functions[i].function == exp2 || functions[i].function == sqrt ? fabs(want) : 1;
            assert_true(fabs((double)values[j] - want) <= functions[i].error * scale);
        }
        arena_free(run.arena);
        text_free(&ptx);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_precision_rounds_as_ieee_says_in_every_mode),
        cmocka_unit_test(comparisons_know_ordered_from_unordered),
        cmocka_unit_test(double_precision_is_exact),
        cmocka_unit_test(conversions_round_clamp_and_turn_nan_into_what_the_isa_says),
#if defined(__FLT16_MAX__)
        cmocka_unit_test(half_precision_is_rounded_once),
        cmocka_unit_test(pairs_are_two_halves),
#endif
        cmocka_unit_test(bfloat16_is_the_upper_half_of_single_precision),
        cmocka_unit_test(approximations_stay_within_the_documented_error),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
