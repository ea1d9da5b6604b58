/* Integer functions and intrinsics; conversions between bits and numbers. */
#pragma once

__ws_inline int __popc(unsigned x) { return __builtin_popcount(x); }
__ws_inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__ws_inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
__ws_inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
__ws_inline unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__ws_inline unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
__ws_inline int __ffs(int x) { return x == 0 ? 0 : __builtin_ctz((unsigned)x) + 1; }
__ws_inline int __ffsll(long long x) { return x == 0 ? 0 : __builtin_ctzll((unsigned long long)x) + 1; }

#define __ws_asm_3(name, result, a_type, b_type, c_type, instruction)                                                  \
    __ws_inline result name(a_type a, b_type b, c_type c) {                                                            \
        result r;                                                                                                      \
        asm(instruction " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));                                        \
        return r;                                                                                                      \
    }
__ws_asm_3(__byte_perm, unsigned, unsigned, unsigned, unsigned, "prmt.b32")
__ws_asm_3(__funnelshift_l, unsigned, unsigned, unsigned, unsigned, "shf.l.wrap.b32")
__ws_asm_3(__funnelshift_lc, unsigned, unsigned, unsigned, unsigned, "shf.l.clamp.b32")
__ws_asm_3(__funnelshift_r, unsigned, unsigned, unsigned, unsigned, "shf.r.wrap.b32")
__ws_asm_3(__funnelshift_rc, unsigned, unsigned, unsigned, unsigned, "shf.r.clamp.b32")
__ws_asm_3(__sad, unsigned, int, int, unsigned, "sad.s32")
__ws_asm_3(__usad, unsigned, unsigned, unsigned, unsigned, "sad.u32")
#if __CUDA_ARCH__ >= 610
__ws_asm_3(__dp4a, int, int, int, int, "dp4a.s32.s32")
__ws_asm_3(__dp4a, unsigned, unsigned, unsigned, unsigned, "dp4a.u32.u32")
#endif
#undef __ws_asm_3

__ws_inline int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
__ws_inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
__ws_inline long long __mul64hi(long long a, long long b) {
    long long high;
    asm("mul.hi.s64 %0, %1, %2;" : "=l"(high) : "l"(a), "l"(b));
    return high;
}
__ws_inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    unsigned long long high;
    asm("mul.hi.u64 %0, %1, %2;" : "=l"(high) : "l"(a), "l"(b));
    return high;
}
__ws_inline int __mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
__ws_inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
__ws_inline int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
__ws_inline int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
__ws_inline unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }
__ws_inline unsigned __urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b + 1) >> 1); }

__ws_inline int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__ws_inline unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__ws_inline float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__ws_inline float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__ws_inline long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__ws_inline double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__ws_inline int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__ws_inline int __double2loint(double x) { return (int)__double_as_longlong(x); }
__ws_inline double __hiloint2double(int high, int low) {
    return __longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}

#define __ws_min_max(type)                                                                                             \
    __ws_inline type min(type a, type b) { return a < b ? a : b; }                                                     \
    __ws_inline type max(type a, type b) { return a > b ? a : b; }
__ws_min_max(int)
__ws_min_max(unsigned)
__ws_min_max(long)
__ws_min_max(unsigned long)
__ws_min_max(long long)
__ws_min_max(unsigned long long)
#undef __ws_min_max
#define __ws_mixed(a_type, b_type, type)                                                                               \
    __ws_inline type min(a_type a, b_type b) { return min((type)a, (type)b); }                                         \
    __ws_inline type max(a_type a, b_type b) { return max((type)a, (type)b); }
__ws_mixed(int, unsigned, unsigned)
__ws_mixed(unsigned, int, unsigned)
__ws_mixed(long, unsigned long, unsigned long)
__ws_mixed(unsigned long, long, unsigned long)
__ws_mixed(long long, unsigned long long, unsigned long long)
__ws_mixed(unsigned long long, long long, unsigned long long)
#undef __ws_mixed
__ws_inline unsigned umin(unsigned a, unsigned b) { return min(a, b); }
__ws_inline unsigned umax(unsigned a, unsigned b) { return max(a, b); }
__ws_inline long long llmin(long long a, long long b) { return min(a, b); }
__ws_inline long long llmax(long long a, long long b) { return max(a, b); }
__ws_inline int abs(int x) { return x < 0 ? -x : x; }
__ws_inline long abs(long x) { return x < 0 ? -x : x; }
__ws_inline long long abs(long long x) { return x < 0 ? -x : x; }
__ws_inline long labs(long x) { return abs(x); }
__ws_inline long long llabs(long long x) { return abs(x); }
