/* Half precision: __half and __half2. Arithmetic is the PTX instructions of sm_53 and newer; functions that PTX lacks are
 * those of single precision, rounded. */
#pragma once

#define __ws_half static __inline__ __attribute__((always_inline, nodebug, device, unused))
struct __half_raw { unsigned short x; };
struct __half2_raw { unsigned short x, y; };

struct __align__(2) __half {
    unsigned short __x;
    __half() = default;
    __ws_member __half(float value) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(__x) : "f"(value)); }
    __ws_member __half(double value) { asm("cvt.rn.f16.f64 %0, %1;" : "=h"(__x) : "d"(value)); }
    __ws_member __half(int value) { asm("cvt.rn.f16.s32 %0, %1;" : "=h"(__x) : "r"(value)); }
    __ws_member __half(unsigned value) { asm("cvt.rn.f16.u32 %0, %1;" : "=h"(__x) : "r"(value)); }
    __ws_member __half(__half_raw raw) : __x(raw.x) {}
    __ws_member operator float() const {
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(__x));
        return value;
    }
    __ws_member operator __half_raw() const { return {__x}; }
};
struct __align__(4) __half2 {
    __half x, y;
    __half2() = default;
    __ws_member __half2(__half low, __half high) : x(low), y(high) {}
    __ws_member __half2(const __half2 &v) { *(unsigned *)this = *(const unsigned *)&v; }
    __ws_member __half2 &operator=(const __half2 &v) {
        *(unsigned *)this = *(const unsigned *)&v;
        return *this;
    }
};
typedef __half half;
typedef __half2 half2;

__ws_half unsigned __ws_bits(__half2 v) { return (unsigned)v.y.__x << 16 | v.x.__x; }
__ws_half __half __ws_half_of(unsigned short bits) { return __half(__half_raw{bits}); }
__ws_half __half2 __ws_half2_of(unsigned bits) {
    return __half2(__ws_half_of((unsigned short)bits), __ws_half_of((unsigned short)(bits >> 16)));
}

/* ---- conversions ---- */

__ws_half __half __float2half(float x) { return __half(x); }
__ws_half __half __float2half_rn(float x) { return __half(x); }
__ws_half __half __float2half_rz(float x) {
    unsigned short r;
    asm("cvt.rz.f16.f32 %0, %1;" : "=h"(r) : "f"(x));
    return __ws_half_of(r);
}
__ws_half float __half2float(__half x) { return (float)x; }
__ws_half __half __double2half(double x) { return __half(x); }
__ws_half __half __int2half_rn(int x) { return __half(x); }
__ws_half __half __uint2half_rn(unsigned x) { return __half(x); }
__ws_half int __half2int_rn(__half x) { return __float2int_rn((float)x); }
__ws_half int __half2int_rz(__half x) { return (int)(float)x; }
__ws_half unsigned __half2uint_rz(__half x) { return (unsigned)(float)x; }
__ws_half short __half_as_short(__half x) { return (short)x.__x; }
__ws_half unsigned short __half_as_ushort(__half x) { return x.__x; }
__ws_half __half __short_as_half(short x) { return __ws_half_of((unsigned short)x); }
__ws_half __half __ushort_as_half(unsigned short x) { return __ws_half_of(x); }
__ws_half __half2 __halves2half2(__half low, __half high) { return __half2(low, high); }
__ws_half __half2 make_half2(__half low, __half high) { return __half2(low, high); }
__ws_half __half2 __half2half2(__half x) { return __half2(x, x); }
__ws_half __half2 __float2half2_rn(float x) { return __half2(__half(x), __half(x)); }
__ws_half __half2 __floats2half2_rn(float low, float high) { return __half2(__half(low), __half(high)); }
__ws_half __half2 __float22half2_rn(float2 v) { return __floats2half2_rn(v.x, v.y); }
__ws_half float2 __half22float2(__half2 v) { return make_float2((float)v.x, (float)v.y); }
__ws_half __half __low2half(__half2 v) { return v.x; }
__ws_half __half __high2half(__half2 v) { return v.y; }
__ws_half float __low2float(__half2 v) { return (float)v.x; }
__ws_half float __high2float(__half2 v) { return (float)v.y; }
__ws_half __half2 __lowhigh2highlow(__half2 v) { return __half2(v.y, v.x); }

/* ---- arithmetic ---- */

#define __ws_arithmetic(name, instruction)                                                                             \
    __ws_half __half name(__half a, __half b) {                                                                        \
        unsigned short r;                                                                                              \
        asm(instruction ".f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));                                        \
        return __ws_half_of(r);                                                                                        \
    }                                                                                                                  \
    __ws_half __half2 name##2(__half2 a, __half2 b) {                                                                  \
        unsigned r;                                                                                                    \
        asm(instruction ".f16x2 %0, %1, %2;" : "=r"(r) : "r"(__ws_bits(a)), "r"(__ws_bits(b)));                        \
        return __ws_half2_of(r);                                                                                       \
    }
__ws_arithmetic(__hadd, "add")
__ws_arithmetic(__hsub, "sub")
__ws_arithmetic(__hmul, "mul")
#if __CUDA_ARCH__ >= 800
__ws_arithmetic(__hmin, "min")
__ws_arithmetic(__hmax, "max")
#endif
#undef __ws_arithmetic
__ws_half __half __hfma(__half a, __half b, __half c) {
    unsigned short r;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return __ws_half_of(r);
}
__ws_half __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
    unsigned r;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(__ws_bits(a)), "r"(__ws_bits(b)), "r"(__ws_bits(c)));
    return __ws_half2_of(r);
}
__ws_half __half __hdiv(__half a, __half b) { return __half((float)a / (float)b); }
__ws_half __half2 __h2div(__half2 a, __half2 b) { return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
__ws_half __half __hneg(__half a) { return __ws_half_of((unsigned short)(a.__x ^ 0x8000)); }
__ws_half __half __habs(__half a) { return __ws_half_of((unsigned short)(a.__x & 0x7fff)); }
__ws_half __half2 __hneg2(__half2 a) { return __half2(__hneg(a.x), __hneg(a.y)); }
__ws_half __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }

#define __ws_compare(name, operation, sign)                                                                            \
    __ws_half bool name(__half a, __half b) { return (float)a sign(float) b; }                                         \
    __ws_half bool operator sign(const __half &a, const __half &b) { return (float)a sign(float) b; }                  \
    __ws_half __half2 name##2(__half2 a, __half2 b) {                                                                  \
        return __half2(__half(name(a.x, b.x) ? 1.0f : 0.0f), __half(name(a.y, b.y) ? 1.0f : 0.0f));                    \
    }                                                                                                                  \
    __ws_half bool __hb##operation##2(__half2 a, __half2 b) { return name(a.x, b.x) && name(a.y, b.y); }
__ws_compare(__heq, eq, ==)
__ws_compare(__hne, ne, !=)
__ws_compare(__hlt, lt, <)
__ws_compare(__hle, le, <=)
__ws_compare(__hgt, gt, >)
__ws_compare(__hge, ge, >=)
#undef __ws_compare
__ws_half bool __hisnan(__half a) { return (a.__x & 0x7fff) > 0x7c00; }
__ws_half int __hisinf(__half a) { return a.__x == 0x7c00 ? 1 : a.__x == 0xfc00 ? -1 : 0; }

#define __ws_operator(sign, name)                                                                                      \
    __ws_half __half operator sign(const __half &a, const __half &b) { return name(a, b); }                            \
    __ws_half __half &operator sign##=(__half &a, const __half &b) { return a = name(a, b); }
__ws_operator(+, __hadd)
__ws_operator(-, __hsub)
__ws_operator(*, __hmul)
__ws_operator(/, __hdiv)
#undef __ws_operator
#define __ws_operator(sign, name)                                                                                      \
    __ws_half __half2 operator sign(const __half2 &a, const __half2 &b) { return name(a, b); }                         \
    __ws_half __half2 &operator sign##=(__half2 &a, const __half2 &b) { return a = name(a, b); }
__ws_operator(+, __hadd2)
__ws_operator(-, __hsub2)
__ws_operator(*, __hmul2)
__ws_operator(/, __h2div)
#undef __ws_operator
__ws_half __half operator-(const __half &a) { return __hneg(a); }
__ws_half __half2 operator-(const __half2 &a) { return __hneg2(a); }

/* ---- functions ---- */

#define __ws_function(name, by)                                                                                        \
    __ws_half __half h##name(__half x) { return __half(by((float)x)); }                                                \
    __ws_half __half2 h2##name(__half2 v) { return __half2(h##name(v.x), h##name(v.y)); }
__ws_function(sqrt, sqrtf) __ws_function(rsqrt, rsqrtf) __ws_function(exp, expf) __ws_function(exp2, exp2f)
__ws_function(exp10, exp10f) __ws_function(log, logf) __ws_function(log2, log2f) __ws_function(log10, log10f)
__ws_function(sin, sinf) __ws_function(cos, cosf) __ws_function(floor, floorf) __ws_function(ceil, ceilf)
__ws_function(trunc, truncf) __ws_function(rint, rintf)
#undef __ws_function
__ws_half __half hrcp(__half x) { return __half(1.0f / (float)x); }

#if __CUDA_ARCH__ >= 700
__ws_half __half atomicAdd(__half *address, __half value) {
    unsigned short old;
    asm volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(old) : "l"(address), "h"(value.__x) : "memory");
    return __ws_half_of(old);
}
#endif
__ws_half __half2 atomicAdd(__half2 *address, __half2 value) {
    unsigned old;
    asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(__ws_bits(value)) : "memory");
    return __ws_half2_of(old);
}

#define __ws_shuffle(name, by_type)                                                                                    \
    __ws_convergent __half name(unsigned mask, __half value, by_type by, int width = 32) {                             \
        return __ws_half_of((unsigned short)name(mask, (unsigned)value.__x, by, width));                               \
    }                                                                                                                  \
    __ws_convergent __half2 name(unsigned mask, __half2 value, by_type by, int width = 32) {                           \
        return __ws_half2_of(name(mask, __ws_bits(value), by, width));                                                 \
    }
__ws_shuffle(__shfl_sync, unsigned) __ws_shuffle(__shfl_up_sync, unsigned) __ws_shuffle(__shfl_down_sync, unsigned)
__ws_shuffle(__shfl_xor_sync, unsigned)
#undef __ws_shuffle
#undef __ws_half
