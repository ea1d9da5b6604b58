/* Double precision mathematics.
 *
 * clang has no library for the device, so these are the textbook methods: reduce the argument to a short interval with
 * enough bits, sum a series there with fused multiply-adds, put the pieces together. Errors, in units in the last place,
 * against exact values: sqrt, fma, floor, ceil, trunc, rint, round, fmod, fmin, fmax: none; exp, exp2, expm1, log, log2,
 * log10, log1p, exp10, sin, cos, sinpi, cospi, atan, cbrt, hypot: at most 2; tan, asin, acos, atan2, the hyperbolic ones:
 * at most 4; erf: at most 10; pow: 1e-15 relative; erfc: 1e-12 relative. (Compiled for the host and compared with
 * libquadmath, 100,000 random arguments each.) */
#pragma once

/* ---- exact ---- */

__ws_inline double fabs(double x) { return __builtin_fabs(x); }
__ws_inline double sqrt(double x) { return __builtin_sqrt(x); }
__ws_inline double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
__ws_inline double floor(double x) { return __builtin_floor(x); }
__ws_inline double ceil(double x) { return __builtin_ceil(x); }
__ws_inline double trunc(double x) { return __builtin_trunc(x); }
__ws_inline double rint(double x) { return __builtin_rint(x); }
__ws_inline double nearbyint(double x) { return __builtin_rint(x); }
__ws_inline double copysign(double x, double sign) { return __builtin_copysign(x, sign); }
__ws_inline double round(double x) {
    double whole = trunc(x);
    return fabs(x - whole) >= 0.5 ? whole + copysign(1.0, x) : copysign(whole, x);
}
__ws_inline long long llrint(double x) { return (long long)rint(x); }
__ws_inline long lrint(double x) { return (long)rint(x); }
__ws_inline long long llround(double x) { return (long long)round(x); }
__ws_inline long lround(double x) { return (long)round(x); }
__ws_inline double fmin(double a, double b) {
    double r;
    asm("min.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}
__ws_inline double fmax(double a, double b) {
    double r;
    asm("max.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}
__ws_inline double fdim(double a, double b) { return a > b ? a - b : a <= b ? 0.0 : a + b; }
__ws_inline bool isnan(double x) { return x != x; }
__ws_inline bool isinf(double x) { return fabs(x) == __builtin_inf(); }
__ws_inline bool isfinite(double x) { return fabs(x) < __builtin_inf(); }
__ws_inline bool signbit(double x) { return __double_as_longlong(x) < 0; }
__ws_inline double __ws_scale(double x, int n) { /* x * 2^n, n within -1022..1023 */
    return x * __longlong_as_double((long long)(n + 1023) << 52);
}
__ws_inline double ldexp(double x, int n) {
    n = min(max(n, -2200), 2200);
    int third = n / 3;
    return __ws_scale(__ws_scale(__ws_scale(x, third), third), n - 2 * third);
}
__ws_inline double scalbn(double x, int n) { return ldexp(x, n); }
__ws_inline double frexp(double x, int *exponent) {
    *exponent = 0;
    if (x == 0 || !isfinite(x)) return x;
    int more = 0;
    if (fabs(x) < 0x1p-1022) {
        x *= 0x1p54;
        more = -54;
    }
    long long bits = __double_as_longlong(x);
    *exponent = (int)((bits >> 52) & 0x7ff) - 1022 + more;
    return __longlong_as_double((bits & ~(0x7ffll << 52)) | 1022ll << 52);
}
__ws_inline double modf(double x, double *whole) {
    *whole = trunc(x);
    return copysign(isinf(x) ? 0.0 : x - *whole, x);
}
/* Long division, one bit of the quotient at a time: every difference is exact. */
__ws_inline double fmod(double x, double y) {
    double rest = fabs(x), size = fabs(y);
    if (!(rest < __builtin_inf()) || !(size > 0)) return (x * y) / (x * y);
    if (size == __builtin_inf()) return x;
    while (rest >= size) {
        double part = size;
        while (part <= rest * 0.5) part *= 2;
        rest -= part;
    }
    return copysign(rest, x);
}
__ws_inline double remainder(double x, double y) {
    double size = fabs(y), rest = fabs(size <= 0x1p1022 ? fmod(x, 2 * size) : x);
    if (isnan(rest) || !(size > 0)) return fmod(x, y);
    if (rest * 0.5 > size * 0.25 && rest > size - rest) rest -= size;
    if (rest > size - rest || (rest == size - rest && size <= 0x1p1022 && fabs(fmod(x, 2 * size)) >= size)) rest -= size;
    return signbit(x) ? -rest : rest;
}

/* ---- exponentials and logarithms ---- */

/* e^r * 2^n for |r| below 0.36: Taylor's series to r^13. */
__ws_inline double __ws_exp_series(double r) {
    double s = 1.0 / 6227020800.0;
    s = fma(s, r, 1.0 / 479001600.0);
    s = fma(s, r, 1.0 / 39916800.0);
    s = fma(s, r, 1.0 / 3628800.0);
    s = fma(s, r, 1.0 / 362880.0);
    s = fma(s, r, 1.0 / 40320.0);
    s = fma(s, r, 1.0 / 5040.0);
    s = fma(s, r, 1.0 / 720.0);
    s = fma(s, r, 1.0 / 120.0);
    s = fma(s, r, 1.0 / 24.0);
    s = fma(s, r, 1.0 / 6.0);
    s = fma(s, r, 0.5);
    return fma(s * r, r, r); /* e^r - 1 */
}
__ws_inline double __ws_exp_two(double high, double low) { /* e^(high + low) */
    if (isnan(high)) return high;
    if (high > 709.79) return __builtin_inf();
    if (high < -745.2) return 0;
    double n = rint(high * 0x1.71547652b82fep+0);
    double r = fma(n, -0x1.62e42fefa39efp-1, high);
    r = r + fma(n, -0x1.abc9e3b39803fp-56, low);
    int half = (int)n / 2;
    return __ws_scale(__ws_scale(1.0 + __ws_exp_series(r), half), (int)n - half);
}
__ws_inline double exp(double x) { return __ws_exp_two(x, 0.0); }
__ws_inline double exp2(double x) {
    if (isnan(x)) return x;
    if (x >= 1024) return __builtin_inf();
    if (x < -1075) return 0;
    double n = rint(x), f = x - n;
    double r = f * 0x1.62e42fefa39efp-1;
    r = r + fma(f, 0x1.abc9e3b39803fp-56, fma(f, 0x1.62e42fefa39efp-1, -r));
    int half = (int)n / 2;
    return __ws_scale(__ws_scale(1.0 + __ws_exp_series(r), half), (int)n - half);
}
__ws_inline double expm1(double x) {
    if (fabs(x) < 0.34) return x == 0 ? x : __ws_exp_series(x);
    double n = rint(x * 0x1.71547652b82fep+0);
    if (!(n > -80 && n < 1020)) return exp(x) - 1.0;
    double r = fma(n, -0x1.abc9e3b39803fp-56, fma(n, -0x1.62e42fefa39efp-1, x));
    double power = __ws_scale(1.0, (int)n);
    return fma(power, __ws_exp_series(r), power - 1.0);
}

/* ln x = high + low: with x = 2^e m and s = (m - 1) / (m + 1), ln m = 2 (s + s^3/3 + s^5/5 + ...). */
struct __ws_pair { double high, low; };
__ws_inline __ws_pair __ws_log(double x) { /* x positive and finite */
    int e = 0;
    double m = frexp(x, &e);
    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2;
        e -= 1;
    }
    double f = m - 1.0, sum = m + 1.0, s = f / sum;
    double s_low = fma(-s, sum, f - s * ((m - sum) + 1.0)) / sum; /* the rest of the division */
    double z = s * s, t = 1.0 / 25;
    t = fma(t, z, 1.0 / 23);
    t = fma(t, z, 1.0 / 21);
    t = fma(t, z, 1.0 / 19);
    t = fma(t, z, 1.0 / 17);
    t = fma(t, z, 1.0 / 15);
    t = fma(t, z, 1.0 / 13);
    t = fma(t, z, 1.0 / 11);
    t = fma(t, z, 1.0 / 9);
    t = fma(t, z, 1.0 / 7);
    t = fma(t, z, 1.0 / 5);
    t = fma(t, z, 1.0 / 3);
    double small = 2 * fma(s * z, t, s_low);
    double big = (double)e * 0x1.62e42fec00000p-1; /* exact: the constant ends in zeros */
    double high = big + 2 * s, rest = (big - high) + 2 * s;
    if (e == 0) {
        high = 2 * s;
        rest = 0;
    }
    rest += fma((double)e, 0x1.d1cf79abc9e3bp-32, small);
    double total = high + rest;
    return {total, (high - total) + rest};
}
__ws_inline double __ws_log_edge(double x) { /* x zero, negative, infinite or no number */
    return x == 0 ? -__builtin_inf() : x < 0 ? __builtin_nan("") : x;
}
__ws_inline bool __ws_log_usual(double x) { return x > 0 && x < __builtin_inf(); }
__ws_inline double log(double x) { return __ws_log_usual(x) ? __ws_log(x).high : __ws_log_edge(x); }
__ws_inline double __ws_log_times(double x, double c_high, double c_low) {
    if (!__ws_log_usual(x)) return __ws_log_edge(x);
    __ws_pair l = __ws_log(x);
    double product = l.high * c_high;
    return product + fma(l.low, c_high, fma(l.high, c_low, fma(l.high, c_high, -product)));
}
__ws_inline double log2(double x) {
    int e = 0;
    if (__ws_log_usual(x) && frexp(x, &e) == 0.5) return e - 1;
    return __ws_log_times(x, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
}
__ws_inline double log10(double x) { return __ws_log_times(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57); }
__ws_inline double log1p(double x) {
    double u = 1.0 + x;
    if (!(x > -1 && x < __builtin_inf())) return __ws_log_edge(u);
    if (fabs(x) < 0x1p-54) return x;
    double lost = fabs(x) < 1 ? x - (u - 1.0) : 1.0 - (u - x);
    __ws_pair l = __ws_log(u);
    return l.high + (l.low + lost / u);
}
__ws_inline double pow(double x, double y) {
    if (y == 0 || x == 1) return 1;
    if (isnan(x) || isnan(y)) return x + y;
    bool whole = trunc(y) == y, odd = whole && fabs(y) < 0x1p53 && ((long long)y & 1);
    double size = fabs(x), sign = odd && signbit(x) ? -1.0 : 1.0;
    if (size == 0 || size == __builtin_inf()) return sign * ((size == 0) == (y > 0) ? 0.0 : __builtin_inf());
    if (isinf(y)) return size == 1 ? 1.0 : (size > 1) == (y > 0) ? __builtin_inf() : 0.0;
    if (x < 0 && !whole) return __builtin_nan("");
    __ws_pair l = __ws_log(size);
    double product = y * l.high;
    if (!(fabs(product) < 2000)) return sign * (product > 0 ? __builtin_inf() : 0.0);
    return sign * __ws_exp_two(product, fma(y, l.high, -product) + y * l.low);
}
__ws_inline double exp10(double x) { return pow(10.0, x); }
__ws_inline double cbrt(double x) {
    if (x == 0 || !isfinite(x)) return x;
    int e = 0;
    double m = frexp(fabs(x), &e);
    int third = (e + 3000) / 3 - 1000, left = e - 3 * third;
    m = __ws_scale(m, left);
    double r = __ws_exp_two(__ws_log(m).high / 3, 0.0);
    r = r - (fma(r * r, r, -m)) / (3 * r * r);
    return copysign(ldexp(r, third), x);
}
__ws_inline double rcbrt(double x) { return 1.0 / cbrt(x); }
__ws_inline double rsqrt(double x) { return 1.0 / sqrt(x); }
__ws_inline double hypot(double a, double b) {
    a = fabs(a), b = fabs(b);
    if (isinf(a) || isinf(b)) return __builtin_inf();
    double big = fmax(a, b), small = fmin(a, b);
    if (!(big > 0)) return a + b;
    int e = 0;
    frexp(big, &e);
    big = ldexp(big, -e), small = ldexp(small, -e);
    return ldexp(sqrt(fma(big, big, small * small)), e);
}
__ws_inline double sinh(double x) {
    double e = expm1(fabs(x));
    double r = fabs(x) > 700 ? exp(fabs(x) * 0.5) * (exp(fabs(x) * 0.5) * 0.5) : 0.5 * (e + e / (e + 1.0));
    return copysign(r, x);
}
__ws_inline double cosh(double x) {
    double half = exp(fabs(x) * 0.5), e = half * half;
    return fabs(x) > 700 ? half * (half * 0.5) : fabs(x) > 1 ? 0.5 * (exp(fabs(x)) + exp(-fabs(x))) : 0.5 * (e + 1.0 / e);
}
__ws_inline double tanh(double x) {
    double e = expm1(fmin(2 * fabs(x), 60.0));
    return isnan(x) ? x : copysign(e / (e + 2.0), x);
}
__ws_inline double asinh(double x) {
    double a = fabs(x);
    return copysign(a > 0x1p28 ? log(a) + 0x1.62e42fefa39efp-1 : log1p(a + a * a / (1.0 + sqrt(fma(a, a, 1.0)))), x);
}
__ws_inline double acosh(double x) {
    double t = x - 1.0;
    return x > 0x1p28 ? log(x) + 0x1.62e42fefa39efp-1 : log1p(t + sqrt(2 * t + t * t));
}
__ws_inline double atanh(double x) { return copysign(0.5 * log1p(2 * fabs(x) / (1.0 - fabs(x))), x); }

/* ---- the circle ---- */

/* 2/pi, first a word of zeros. */
static __attribute__((device, unused)) const unsigned long long __ws_two_over_pi[20] = {
    0, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull,
    0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull,
    0x3991d639835339f4ull, 0x9c845f8bbdf9283bull, 0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull,
    0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull,
};
__ws_inline unsigned long long __ws_bits_of_two_over_pi(int at) { /* 64 of them; the word of zeros begins at -64 */
    at += 64;
    unsigned long long left = __ws_two_over_pi[at / 64];
    return at % 64 == 0 ? left : left << (at % 64) | __ws_two_over_pi[at / 64 + 1] >> (64 - at % 64);
}

/* x = (quadrant + 4 k) pi/2 + high + low, |high| at most pi/4. Large arguments by Payne and Hanek's method: of x * 2/pi
 * only the bits around the point matter, so only that window of 2/pi is multiplied. */
struct __ws_angle { double high, low; int quadrant; };
__ws_inline __ws_angle __ws_reduce(double x) {
    const double p1 = 0x1.921fb54442d18p+0, p2 = 0x1.1a62633145c07p-54, p3 = -0x1.f1976b7ed8fbcp-110;
    double k = 0, rest = 0, low = 0;
    if (fabs(x) < 0x1p20) {
        k = rint(x * 0x1.45f306dc9c883p-1);
        double r = fma(-k, p1, x), product = k * p2;
        rest = r - product;
        low = ((r - rest) - product) - fma(k, p2, -product) - k * p3;
        return {rest, low, (int)k};
    }
    long long bits = __double_as_longlong(x);
    int e = (int)((bits >> 52) & 0x7ff) - 1075;
    unsigned long long m = (unsigned long long)(bits & 0xfffffffffffffll) | 1ull << 52;
    unsigned long long w0 = __ws_bits_of_two_over_pi(e - 2), w1 = __ws_bits_of_two_over_pi(e + 62);
    unsigned long long w2 = __ws_bits_of_two_over_pi(e + 126);
    unsigned long long middle = m * w1, top = m * w0 + __umul64hi(m, w1), carry = __umul64hi(m, w2);
    middle += carry;
    top += middle < carry;
    int quadrant = (int)(top >> 62);
    long long fraction = (long long)(top << 2 | middle >> 62); /* as a signed one: at most one half */
    quadrant += fraction < 0;
    double a = (double)(fraction >> 11) * 0x1p-53;
    double b = (double)(((unsigned long long)(fraction & 0x7ff) << 42) | (middle << 2) >> 22) * 0x1p-106;
    double turn = a + b;
    rest = turn * p1;
    low = fma(turn, p1, -rest) + turn * p2 + ((a - turn) + b) * p1;
    if (x < 0) return {-rest, -low, -quadrant};
    return {rest, low, quadrant};
}
__ws_inline double __ws_sin_series(double x, double low) {
    double z = x * x, s = 1.0 / 355687428096000.0;
    s = fma(s, z, -1.0 / 1307674368000.0);
    s = fma(s, z, 1.0 / 6227020800.0);
    s = fma(s, z, -1.0 / 39916800.0);
    s = fma(s, z, 1.0 / 362880.0);
    s = fma(s, z, -1.0 / 5040.0);
    s = fma(s, z, 1.0 / 120.0);
    s = fma(s, z, -1.0 / 6.0);
    return x + (fma(s * z, x, low) - 0.5 * z * low);
}
__ws_inline double __ws_cos_series(double x, double low) {
    double z = x * x, s = -1.0 / 6402373705728000.0;
    s = fma(s, z, 1.0 / 20922789888000.0);
    s = fma(s, z, -1.0 / 87178291200.0);
    s = fma(s, z, 1.0 / 479001600.0);
    s = fma(s, z, -1.0 / 3628800.0);
    s = fma(s, z, 1.0 / 40320.0);
    s = fma(s, z, -1.0 / 720.0);
    s = fma(s, z, 1.0 / 24.0);
    double half = 0.5 * z, one = 1.0 - half;
    return one + (((1.0 - one) - half) + fma(s * z, z, -x * low));
}
__ws_inline void sincos(double x, double *sine, double *cosine) {
    if (!isfinite(x)) {
        *sine = *cosine = x - x;
        return;
    }
    __ws_angle angle = __ws_reduce(x);
    double s = __ws_sin_series(angle.high, angle.low), c = __ws_cos_series(angle.high, angle.low);
    double first = angle.quadrant & 1 ? c : s, second = angle.quadrant & 1 ? s : c;
    *sine = angle.quadrant & 2 ? -first : first;
    *cosine = (angle.quadrant + 1) & 2 ? -second : second;
    if (x == 0) *sine = x;
}
__ws_inline double sin(double x) {
    double s = 0, c = 0;
    sincos(x, &s, &c);
    return s;
}
__ws_inline double cos(double x) {
    double s = 0, c = 0;
    sincos(x, &s, &c);
    return c;
}
__ws_inline double tan(double x) {
    double s = 0, c = 0;
    sincos(x, &s, &c);
    return s / c;
}
/* sin(pi x) and cos(pi x): x less its nearest half is exact. more: quarter turns ahead. */
__ws_inline double __ws_sin_pi(double x, int more) {
    if (!isfinite(x)) return x - x;
    double n = rint(2 * x), r = fabs(x) < 0x1p52 ? fma(n, -0.5, x) : 0.0;
    int quadrant = (int)(long long)fmod(n, 4.0) + more;
    double high = r * 0x1.921fb54442d18p+1;
    double low = fma(r, 0x1.921fb54442d18p+1, -high) + r * 0x1.1a62633145c07p-53;
    double value = quadrant & 1 ? __ws_cos_series(high, low) : __ws_sin_series(high, low);
    return quadrant & 2 ? -value : value;
}
__ws_inline double sinpi(double x) { return x == 0 ? x : __ws_sin_pi(x, 0); }
__ws_inline double cospi(double x) { return __ws_sin_pi(fabs(x), 1); }

/* Within 0..1 the nearest of 0, pi/8 and pi/4 is taken off; the rest is below tan(pi/16). */
__ws_inline double __ws_atan_unit(double x) {
    const double eighth = 0x1.a827999fcef32p-2; /* tan(pi/8) */
    double start = 0, t = x;
    if (x > 0.6681786379192989) {
        start = 0x1.921fb54442d18p-1;
        t = (x - 1.0) / (x + 1.0);
    } else if (x > 0.198912367379658) {
        start = 0x1.921fb54442d18p-2;
        t = (x - eighth) / fma(x, eighth, 1.0);
    }
    double z = t * t, s = 1.0 / 25;
    s = fma(s, z, -1.0 / 23);
    s = fma(s, z, 1.0 / 21);
    s = fma(s, z, -1.0 / 19);
    s = fma(s, z, 1.0 / 17);
    s = fma(s, z, -1.0 / 15);
    s = fma(s, z, 1.0 / 13);
    s = fma(s, z, -1.0 / 11);
    s = fma(s, z, 1.0 / 9);
    s = fma(s, z, -1.0 / 7);
    s = fma(s, z, 1.0 / 5);
    s = fma(s, z, -1.0 / 3);
    return start + fma(s * z, t, t);
}
__ws_inline double atan(double x) {
    double a = fabs(x);
    double r = a > 1 ? 0x1.921fb54442d18p+0 - __ws_atan_unit(1.0 / a) : __ws_atan_unit(a);
    return isnan(x) ? x : copysign(r, x);
}
__ws_inline double atan2(double y, double x) {
    double a = fabs(x), b = fabs(y);
    if (isnan(x) || isnan(y)) return x + y;
    double r = a == b ? (a == 0 ? 0.0 : 0x1.921fb54442d18p-1)
               : b > a ? 0x1.921fb54442d18p+0 - __ws_atan_unit(a / b) : __ws_atan_unit(b / a);
    return copysign(signbit(x) ? 0x1.921fb54442d18p+1 - r : r, y);
}
__ws_inline double asin(double x) { return fabs(x) > 1 ? __builtin_nan("") : atan2(x, sqrt((1.0 - x) * (1.0 + x))); }
__ws_inline double acos(double x) { return fabs(x) > 1 ? __builtin_nan("") : atan2(sqrt((1.0 - x) * (1.0 + x)), x); }

/* ---- the error function: a series of positive terms, and for the tail a continued fraction ---- */

__ws_inline double __ws_erf_series(double x) {
    double z = x * x, term = x, sum = x;
    for (int n = 1; n < 80 && term > sum * 0x1p-56; n++) {
        term *= 2 * z / (2 * n + 1);
        sum += term;
    }
    return 0x1.20dd750429b6dp+0 * exp(-z) * sum;
}
__ws_inline double erfc(double x) {
    double a = fabs(x), tail = 0;
    if (isnan(x)) return x;
    if (a < 2) return 1.0 - copysign(__ws_erf_series(a), x);
    if (a < 28) {
        double z = x * x, fraction = 0;
        for (int n = 60; n > 0; n--) fraction = n * 0.5 / (a + fraction);
        tail = __ws_exp_two(-z, -fma(x, x, -z)) / ((a + fraction) * 0x1.c5bf891b4ef6bp+0);
    }
    return x < 0 ? 2.0 - tail : tail;
}
__ws_inline double erf(double x) {
    double a = fabs(x);
    if (isnan(x)) return x;
    return copysign(a < 2 ? __ws_erf_series(a) : 1.0 - erfc(a), x);
}
__ws_inline double normcdf(double x) { return 0.5 * erfc(-x * 0x1.6a09e667f3bcdp-1); }

/* ---- with a rounding of their own ---- */

#define __ws_rounded(suffix, mode)                                                                                     \
    __ws_inline double __dadd_##suffix(double a, double b) {                                                           \
        double r;                                                                                                      \
        asm("add." mode ".f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));                                               \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline double __dsub_##suffix(double a, double b) {                                                           \
        double r;                                                                                                      \
        asm("sub." mode ".f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));                                               \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline double __dmul_##suffix(double a, double b) {                                                           \
        double r;                                                                                                      \
        asm("mul." mode ".f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));                                               \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline double __ddiv_##suffix(double a, double b) {                                                           \
        double r;                                                                                                      \
        asm("div." mode ".f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));                                               \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline double __fma_##suffix(double a, double b, double c) {                                                  \
        double r;                                                                                                      \
        asm("fma." mode ".f64 %0, %1, %2, %3;" : "=d"(r) : "d"(a), "d"(b), "d"(c));                                   \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline double __drcp_##suffix(double a) {                                                                     \
        double r;                                                                                                      \
        asm("rcp." mode ".f64 %0, %1;" : "=d"(r) : "d"(a));                                                           \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline double __dsqrt_##suffix(double a) {                                                                    \
        double r;                                                                                                      \
        asm("sqrt." mode ".f64 %0, %1;" : "=d"(r) : "d"(a));                                                          \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline float __double2float_##suffix(double a) {                                                              \
        float r;                                                                                                       \
        asm("cvt." mode ".f32.f64 %0, %1;" : "=f"(r) : "d"(a));                                                       \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline int __double2int_##suffix(double a) {                                                                  \
        int r;                                                                                                         \
        asm("cvt." mode "i.s32.f64 %0, %1;" : "=r"(r) : "d"(a));                                                      \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline unsigned __double2uint_##suffix(double a) {                                                            \
        unsigned r;                                                                                                    \
        asm("cvt." mode "i.u32.f64 %0, %1;" : "=r"(r) : "d"(a));                                                      \
        return r;                                                                                                      \
    }                                                                                                                  \
    __ws_inline long long __double2ll_##suffix(double a) {                                                             \
        long long r;                                                                                                   \
        asm("cvt." mode "i.s64.f64 %0, %1;" : "=l"(r) : "d"(a));                                                      \
        return r;                                                                                                      \
    }
__ws_rounded(rn, "rn")
__ws_rounded(rz, "rz")
__ws_rounded(ru, "rp")
__ws_rounded(rd, "rm")
#undef __ws_rounded
