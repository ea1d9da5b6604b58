/* Single precision mathematics.
 *
 * What PTX does exactly (square roots, rounding, fused multiply-add, minimum, maximum) is one instruction. The
 * transcendental functions are those of double precision, rounded: at most 1 unit in the last place off, and slower than
 * CUDA's own. Sine and cosine are not, so that they cost what CUDA's do: at most 2 units off up to 105615, and what large
 * arguments need goes through local memory, as there. The intrinsics (__sinf, __expf...) are the PTX approximations that nvcc takes too. */
#pragma once

__ws_inline float fabsf(float x) { return __builtin_fabsf(x); }
__ws_inline float sqrtf(float x) { return __builtin_sqrtf(x); }
__ws_inline float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
__ws_inline float floorf(float x) { return __builtin_floorf(x); }
__ws_inline float ceilf(float x) { return __builtin_ceilf(x); }
__ws_inline float truncf(float x) { return __builtin_truncf(x); }
__ws_inline float rintf(float x) { return __builtin_rintf(x); }
__ws_inline float nearbyintf(float x) { return __builtin_rintf(x); }
__ws_inline float copysignf(float x, float sign) { return __builtin_copysignf(x, sign); }
__ws_inline float roundf(float x) { return (float)round((double)x); }
__ws_inline long lrintf(float x) { return (long)rintf(x); }
__ws_inline long long llrintf(float x) { return (long long)rintf(x); }
__ws_inline long lroundf(float x) { return (long)roundf(x); }
__ws_inline long long llroundf(float x) { return (long long)roundf(x); }
__ws_inline float fminf(float a, float b) {
    float r;
    asm("min.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}
__ws_inline float fmaxf(float a, float b) {
    float r;
    asm("max.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}
#define __ws_unary(name, instruction)                                                                                  \
    __ws_inline float name(float x) {                                                                                  \
        float r;                                                                                                       \
        asm(instruction " %0, %1;" : "=f"(r) : "f"(x));                                                                \
        return r;                                                                                                      \
    }
__ws_unary(rsqrtf, "rsqrt.approx.f32") /* at most 2 units off, as CUDA's */
__ws_unary(__sinf, "sin.approx.f32")
__ws_unary(__cosf, "cos.approx.f32")
__ws_unary(__log2f, "lg2.approx.f32")
__ws_unary(__ws_ex2f, "ex2.approx.f32")
__ws_unary(__saturatef, "cvt.sat.f32.f32")
__ws_unary(__frsqrt_rn, "rsqrt.approx.f32")
#undef __ws_unary
__ws_inline float __fdividef(float a, float b) {
    float r;
    asm("div.approx.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}
__ws_inline float __expf(float x) { return __ws_ex2f(x * 1.4426950408889634f); }
__ws_inline float __exp2f(float x) { return __ws_ex2f(x); }
__ws_inline float __exp10f(float x) { return __ws_ex2f(x * 3.3219280948873623f); }
__ws_inline float __logf(float x) { return __log2f(x) * 0.6931471805599453f; }
__ws_inline float __log10f(float x) { return __log2f(x) * 0.3010299956639812f; }
__ws_inline float __powf(float x, float y) { return __ws_ex2f(y * __log2f(x)); }
__ws_inline float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
__ws_inline void __sincosf(float x, float *s, float *c) {
    *s = __sinf(x);
    *c = __cosf(x);
}

/* ---- by double precision ---- */

#define __ws_by_double(name) __ws_inline float name##f(float x) { return (float)name((double)x); }
__ws_by_double(tan) __ws_by_double(asin) __ws_by_double(acos)
__ws_by_double(atan) __ws_by_double(sinh) __ws_by_double(cosh) __ws_by_double(tanh) __ws_by_double(asinh)
__ws_by_double(acosh) __ws_by_double(atanh) __ws_by_double(exp) __ws_by_double(exp2) __ws_by_double(exp10)
__ws_by_double(expm1) __ws_by_double(log) __ws_by_double(log2) __ws_by_double(log10) __ws_by_double(log1p)
__ws_by_double(cbrt) __ws_by_double(rcbrt) __ws_by_double(erf) __ws_by_double(erfc) __ws_by_double(normcdf)
__ws_by_double(sinpi) __ws_by_double(cospi)
#undef __ws_by_double
#define __ws_by_double_2(name) __ws_inline float name##f(float a, float b) { return (float)name((double)a, (double)b); }
__ws_by_double_2(atan2) __ws_by_double_2(pow) __ws_by_double_2(fmod) __ws_by_double_2(remainder)
__ws_by_double_2(fdim)
#undef __ws_by_double_2
__ws_inline float hypotf(float a, float b) { return (float)sqrt((double)a * a + (double)b * b); }
__ws_inline float rhypotf(float a, float b) { return (float)(1.0 / sqrt((double)a * a + (double)b * b)); }
__ws_inline float norm3df(float a, float b, float c) { return (float)sqrt((double)a * a + (double)b * b + (double)c * c); }
__ws_inline float ldexpf(float x, int n) { return (float)ldexp((double)x, n); }
__ws_inline float scalbnf(float x, int n) { return ldexpf(x, n); }
__ws_inline float frexpf(float x, int *exponent) { return (float)frexp((double)x, exponent); }
__ws_inline float modff(float x, float *whole) {
    *whole = truncf(x);
    return (float)copysign(isinf((double)x) ? 0.0 : (double)(x - *whole), (double)x);
}
__ws_inline void sincosf(float x, float *s, float *c) {
    double sine = 0, cosine = 0;
    sincos((double)x, &sine, &cosine);
    *s = (float)sine;
    *c = (float)cosine;
}

/* ---- sine and cosine ---- */

/* x as quarter turns and a rest of at most an eighth of a turn, by Payne and Hanek: 24 bits of x times those words of 2/pi
 * that matter for its exponent. Which ones is known only now, so the product lies in an array in local memory. */
static __device__ __constant__ const unsigned __ws_two_by_pi[6] = { /* its binary digits, the lowest first */
    0x3c439041, 0xdb629599, 0xf534ddc0, 0xfc2757d1, 0x4e441529, 0xa2f9836e,
};
__ws_inline float __ws_reduce_large(float x, int *quarter) {
    unsigned bits = __float_as_uint(x), fraction = bits << 8 | 0x80000000u, product[7], carry = 0;
#pragma unroll 1
    for (int i = 0; i < 6; i++) {
        unsigned long long part = (unsigned long long)__ws_two_by_pi[i] * fraction + carry;
        product[i] = (unsigned)part;
        carry = (unsigned)(part >> 32);
    }
    product[6] = carry;
    int exponent = (int)(bits >> 23 & 255) - 128, word = 4 - (exponent >> 5), shift = exponent & 31;
    unsigned high = product[word + 2], low = product[word + 1], lowest = product[word];
    high = __funnelshift_l(low, high, shift);
    low = __funnelshift_l(lowest, low, shift);
    long long rest = (long long)((unsigned long long)high << 34 | (unsigned long long)low << 2);
    int turns = (int)(high >> 30) + (rest < 0);
    float angle = (float)((double)rest * 8.5153039502163865e-20); /* pi/2 of 2^64 */
    *quarter = (bits >> 31) ? -turns : turns;
    return (bits >> 31) ? -angle : angle;
}
__ws_inline float __ws_reduce(float x, int *quarter) {
    float turns = rintf(x * 0.63661977f);
    *quarter = (int)turns;
    float rest = fmaf(turns, -1.570796f, x); /* pi/2 in three parts: the first product is exact */
    rest = fmaf(turns, -3.1391647e-07f, rest);
    rest = fmaf(turns, -5.390303e-15f, rest);
    if (fabsf(x) >= 105615.0f) {
        if (fabsf(x) == __builtin_inff()) rest = x * 0.0f;
        else rest = __ws_reduce_large(x, quarter);
    }
    return rest;
}
/* The series of sine and cosine, with the coefficients of S. Moshier's Cephes (1984). */
__ws_inline float __ws_wave(float x, int quarter) {
    bool cosine = quarter & 1;
    float square = x * x, start = cosine ? 1.0f : x;
    float sum = fmaf(square, cosine ? 2.443315712e-5f : -1.951529589e-4f, cosine ? -1.388731625e-3f : 8.332160874e-3f);
    sum = fmaf(sum, square, cosine ? 4.166664568e-2f : -1.666665461e-1f);
    if (cosine) sum = fmaf(sum, square, -0.5f);
    float wave = fmaf(sum * square, start, start);
    return quarter & 2 ? -wave : wave;
}
__ws_inline float sinf(float x) {
    int quarter;
    float rest = __ws_reduce(x, &quarter);
    return __ws_wave(rest, quarter);
}
__ws_inline float cosf(float x) {
    int quarter;
    float rest = __ws_reduce(x, &quarter);
    return __ws_wave(rest, quarter + 1);
}

/* ---- with a rounding of their own; conversions ---- */

#define __ws_rounded(suffix, mode)                                                                                     \
    __ws_inline float __fadd_##suffix(float a, float b) {                                                              \
        float r;                                                                                                       \
        asm("add." mode ".f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));                                                \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline float __fsub_##suffix(float a, float b) {                                                              \
        float r;                                                                                                       \
        asm("sub." mode ".f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));                                                \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline float __fmul_##suffix(float a, float b) {                                                              \
        float r;                                                                                                       \
        asm("mul." mode ".f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));                                                \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline float __fdiv_##suffix(float a, float b) {                                                              \
        float r;                                                                                                       \
        asm("div." mode ".f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));                                                \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline float __fmaf_##suffix(float a, float b, float c) {                                                     \
        float r;                                                                                                       \
        asm("fma." mode ".f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));                                    \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline float __frcp_##suffix(float a) {                                                                       \
        float r;                                                                                                       \
        asm("rcp." mode ".f32 %0, %1;" : "=f"(r) : "f"(a));                                                            \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline float __fsqrt_##suffix(float a) {                                                                      \
        float r;                                                                                                       \
        asm("sqrt." mode ".f32 %0, %1;" : "=f"(r) : "f"(a));                                                           \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_convert(__float2int_##suffix, int, float, "cvt." mode "i.s32.f32", "r", "f")                                  \
    __ws_convert(__float2uint_##suffix, unsigned, float, "cvt." mode "i.u32.f32", "r", "f")                            \
    __ws_convert(__float2ll_##suffix, long long, float, "cvt." mode "i.s64.f32", "l", "f")                             \
    __ws_convert(__float2ull_##suffix, unsigned long long, float, "cvt." mode "i.u64.f32", "l", "f")                   \
    __ws_convert(__int2float_##suffix, float, int, "cvt." mode ".f32.s32", "f", "r")                                   \
    __ws_convert(__uint2float_##suffix, float, unsigned, "cvt." mode ".f32.u32", "f", "r")                             \
    __ws_convert(__ll2float_##suffix, float, long long, "cvt." mode ".f32.s64", "f", "l")                              \
    __ws_convert(__ull2float_##suffix, float, unsigned long long, "cvt." mode ".f32.u64", "f", "l")                    \
    __ws_convert(__ll2double_##suffix, double, long long, "cvt." mode ".f64.s64", "d", "l")                            \
    __ws_convert(__ull2double_##suffix, double, unsigned long long, "cvt." mode ".f64.u64", "d", "l")
#define __ws_convert(name, to, from, instruction, to_c, from_c)                                                        \
    __ws_inline to name(from x) {                                                                                      \
        to r;                                                                                                          \
        asm(instruction " %0, %1;" : "=" to_c(r) : from_c(x));                                                         \
        return r;                                                                                                      \
    }
__ws_rounded(rn, "rn")
__ws_rounded(rz, "rz")
__ws_rounded(ru, "rp")
__ws_rounded(rd, "rm")
#undef __ws_rounded
#undef __ws_convert
__ws_inline double __int2double_rn(int x) { return x; }
__ws_inline double __uint2double_rn(unsigned x) { return x; }

/* ---- C++'s overloads ---- */

#define __ws_overload(name) __ws_inline float name(float x) { return name##f(x); }
__ws_overload(fabs) __ws_overload(sqrt) __ws_overload(floor) __ws_overload(ceil) __ws_overload(trunc)
__ws_overload(rint) __ws_overload(nearbyint) __ws_overload(round) __ws_overload(rsqrt) __ws_overload(sin)
__ws_overload(cos) __ws_overload(tan) __ws_overload(asin) __ws_overload(acos) __ws_overload(atan)
__ws_overload(sinh) __ws_overload(cosh) __ws_overload(tanh) __ws_overload(asinh) __ws_overload(acosh)
__ws_overload(atanh) __ws_overload(exp) __ws_overload(exp2) __ws_overload(expm1) __ws_overload(log)
__ws_overload(log2) __ws_overload(log10) __ws_overload(log1p) __ws_overload(cbrt) __ws_overload(erf)
__ws_overload(erfc)
#undef __ws_overload
#define __ws_overload_2(name) __ws_inline float name(float a, float b) { return name##f(a, b); }
__ws_overload_2(pow) __ws_overload_2(atan2) __ws_overload_2(fmod) __ws_overload_2(fmin) __ws_overload_2(fmax)
__ws_overload_2(hypot) __ws_overload_2(copysign) __ws_overload_2(fdim) __ws_overload_2(remainder)
#undef __ws_overload_2
__ws_inline float fma(float a, float b, float c) { return fmaf(a, b, c); }
__ws_inline float pow(float x, int y) { return powf(x, (float)y); }
__ws_inline double pow(double x, int y) { return pow(x, (double)y); }
__ws_inline bool isnan(float x) { return x != x; }
__ws_inline bool isinf(float x) { return fabsf(x) == __builtin_inff(); }
__ws_inline bool isfinite(float x) { return fabsf(x) < __builtin_inff(); }
__ws_inline bool signbit(float x) { return __float_as_int(x) < 0; }
__ws_inline float abs(float x) { return fabsf(x); }
__ws_inline double abs(double x) { return fabs(x); }
__ws_inline float min(float a, float b) { return fminf(a, b); }
__ws_inline float max(float a, float b) { return fmaxf(a, b); }
__ws_inline double min(double a, double b) { return fmin(a, b); }
__ws_inline double max(double a, double b) { return fmax(a, b); }
__ws_inline double min(float a, double b) { return fmin((double)a, b); }
__ws_inline double max(float a, double b) { return fmax((double)a, b); }
__ws_inline double min(double a, float b) { return fmin(a, (double)b); }
__ws_inline double max(double a, float b) { return fmax(a, (double)b); }
/* A whole number as the argument is a double. */
#define __ws_whole(name)                                                                                               \
    __ws_inline double name(int x) { return name((double)x); }                                                         \
    __ws_inline double name(unsigned x) { return name((double)x); }                                                    \
    __ws_inline double name(long long x) { return name((double)x); }
__ws_whole(sqrt) __ws_whole(sin) __ws_whole(cos) __ws_whole(exp) __ws_whole(log) __ws_whole(log2) __ws_whole(floor)
__ws_whole(ceil)
#undef __ws_whole

#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VALF __builtin_inff()
#define CUDART_INF_F __builtin_inff()
