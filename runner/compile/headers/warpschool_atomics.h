/* Atomics: relaxed, of device scope, and of block and system scope under the names that end so.
 *
 * Additions, comparisons and bits go through clang's own relaxed atomics, so that an address in shared memory is seen to
 * be one. What clang would make something else of goes through inline PTX, with a generic address: an operation that
 * changes nothing ("add 0", a common way to read) would become a load, an exchange whose result is not used a store. */
#pragma once

#define __ws_atomic_2(name, scope, operation, type, t, c)                                                              \
    __ws_inline type name(type *address, type value) {                                                                 \
        type old;                                                                                                      \
        asm volatile("atom" scope "." operation "." t " %0, [%1], %2;"                                                 \
                     : "=" c(old) : "l"(address), c(value) : "memory");                                                \
        return old;                                                                                                    \
    }
/* idle: the value that leaves the old one as it is. */
#define __ws_atomic_own(name, function, operation, type, idle, t, c)                                                   \
    __ws_inline type name(type *address, type value) {                                                                 \
        if (!__builtin_constant_p(value) || value != (type)(idle))                                                     \
            return function(address, value, __ATOMIC_RELAXED);                                                         \
        type old;                                                                                                      \
        asm volatile("atom." operation "." t " %0, [%1], %2;" : "=" c(old) : "l"(address), c(value) : "memory");       \
        return old;                                                                                                    \
    }
#define __ws_atomic_cas(name, scope, type, t, c)                                                                       \
    __ws_inline type name(type *address, type compare, type value) {                                                   \
        type old;                                                                                                      \
        asm volatile("atom" scope ".cas." t " %0, [%1], %2, %3;"                                                       \
                     : "=" c(old) : "l"(address), c(compare), c(value) : "memory");                                    \
        return old;                                                                                                    \
    }
#define __ws_atomic_sub(name, add, type)                                                                               \
    __ws_inline type name(type *address, type value) { return add(address, (type)(0u - (unsigned)value)); }

#define __ws_bitwise(suffix, scope, name, operation)                                                                   \
    __ws_atomic_2(name##suffix, scope, operation, int, "b32", "r")                                                     \
    __ws_atomic_2(name##suffix, scope, operation, unsigned, "b32", "r")                                                \
    __ws_atomic_2(name##suffix, scope, operation, unsigned long, "b64", "l")                                           \
    __ws_atomic_2(name##suffix, scope, operation, long long, "b64", "l")                                               \
    __ws_atomic_2(name##suffix, scope, operation, unsigned long long, "b64", "l")
#define __ws_ordered(suffix, scope, name, operation)                                                                   \
    __ws_atomic_2(name##suffix, scope, operation, int, "s32", "r")                                                     \
    __ws_atomic_2(name##suffix, scope, operation, unsigned, "u32", "r")                                                \
    __ws_atomic_2(name##suffix, scope, operation, long, "s64", "l")                                                    \
    __ws_atomic_2(name##suffix, scope, operation, unsigned long, "u64", "l")                                           \
    __ws_atomic_2(name##suffix, scope, operation, long long, "s64", "l")                                               \
    __ws_atomic_2(name##suffix, scope, operation, unsigned long long, "u64", "l")

#define __ws_atomics(suffix, scope)                                                                                    \
    __ws_atomic_2(atomicAdd##suffix, scope, "add", int, "s32", "r")                                                    \
    __ws_atomic_2(atomicAdd##suffix, scope, "add", unsigned, "u32", "r")                                               \
    __ws_atomic_2(atomicAdd##suffix, scope, "add", unsigned long, "u64", "l")                                          \
    __ws_atomic_2(atomicAdd##suffix, scope, "add", unsigned long long, "u64", "l")                                     \
    __ws_atomic_2(atomicAdd##suffix, scope, "add", float, "f32", "f")                                                  \
    __ws_atomic_sub(atomicSub##suffix, atomicAdd##suffix, int)                                                         \
    __ws_atomic_sub(atomicSub##suffix, atomicAdd##suffix, unsigned)                                                    \
    __ws_atomic_2(atomicExch##suffix, scope, "exch", int, "b32", "r")                                                  \
    __ws_atomic_2(atomicExch##suffix, scope, "exch", unsigned, "b32", "r")                                             \
    __ws_atomic_2(atomicExch##suffix, scope, "exch", unsigned long, "b64", "l")                                        \
    __ws_atomic_2(atomicExch##suffix, scope, "exch", unsigned long long, "b64", "l")                                   \
    __ws_inline float atomicExch##suffix(float *address, float value) {                                                \
        return __builtin_bit_cast(float, atomicExch##suffix((int *)address, __builtin_bit_cast(int, value)));          \
    }                                                                                                                  \
    __ws_ordered(suffix, scope, atomicMin, "min")                                                                      \
    __ws_ordered(suffix, scope, atomicMax, "max")                                                                      \
    __ws_bitwise(suffix, scope, atomicAnd, "and")                                                                      \
    __ws_bitwise(suffix, scope, atomicOr, "or")                                                                        \
    __ws_bitwise(suffix, scope, atomicXor, "xor")                                                                      \
    __ws_atomic_2(atomicInc##suffix, scope, "inc", unsigned, "u32", "r")                                               \
    __ws_atomic_2(atomicDec##suffix, scope, "dec", unsigned, "u32", "r")                                               \
    __ws_atomic_cas(atomicCAS##suffix, scope, int, "b32", "r")                                                         \
    __ws_atomic_cas(atomicCAS##suffix, scope, unsigned, "b32", "r")                                                    \
    __ws_atomic_cas(atomicCAS##suffix, scope, unsigned long, "b64", "l")                                               \
    __ws_atomic_cas(atomicCAS##suffix, scope, unsigned long long, "b64", "l")

/* Device scope. */
#define __ws_integers(name, function, operation, idle, s32, s64)                                                       \
    __ws_atomic_own(name, function, operation, int, idle, s32, "r")                                                    \
    __ws_atomic_own(name, function, operation, unsigned, idle, s32, "r")                                               \
    __ws_atomic_own(name, function, operation, unsigned long, idle, s64, "l")                                          \
    __ws_atomic_own(name, function, operation, unsigned long long, idle, s64, "l")
__ws_integers(atomicAdd, __atomic_fetch_add, "add", 0, "u32", "u64")
__ws_integers(atomicAnd, __atomic_fetch_and, "and", -1, "b32", "b64")
__ws_integers(atomicOr, __atomic_fetch_or, "or", 0, "b32", "b64")
__ws_integers(atomicXor, __atomic_fetch_xor, "xor", 0, "b32", "b64")
#undef __ws_integers
#define __ws_extremes(name, function, operation, least, least64, unsigned_idle)                                        \
    __ws_atomic_own(name, function, operation, int, least, "s32", "r")                                                 \
    __ws_atomic_own(name, function, operation, long long, least64, "s64", "l")                                         \
    __ws_atomic_own(name, function, operation, unsigned, unsigned_idle, "u32", "r")                                    \
    __ws_atomic_own(name, function, operation, unsigned long, unsigned_idle, "u64", "l")                               \
    __ws_atomic_own(name, function, operation, unsigned long long, unsigned_idle, "u64", "l")
__ws_extremes(atomicMax, __atomic_fetch_max, "max", -0x7fffffff - 1, -0x7fffffffffffffffll - 1, 0)
__ws_extremes(atomicMin, __atomic_fetch_min, "min", 0x7fffffff, 0x7fffffffffffffffll, -1)
#undef __ws_extremes
__ws_inline float atomicAdd(float *address, float value) { return __nvvm_atom_add_gen_f(address, value); }
__ws_inline int atomicSub(int *address, int value) { return atomicAdd(address, (int)(0u - (unsigned)value)); }
__ws_inline unsigned atomicSub(unsigned *address, unsigned value) { return atomicAdd(address, 0u - value); }
__ws_inline unsigned atomicInc(unsigned *address, unsigned limit) { return __nvvm_atom_inc_gen_ui(address, limit); }
__ws_inline unsigned atomicDec(unsigned *address, unsigned limit) { return __nvvm_atom_dec_gen_ui(address, limit); }
#define __ws_exchange(type, bits, c)                                                                                   \
    __ws_inline type atomicCAS(type *address, type compare, type value) {                                              \
        __atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);              \
        return compare;                                                                                                \
    }                                                                                                                  \
    __ws_atomic_2(atomicExch, "", "exch", type, bits, c)
__ws_exchange(int, "b32", "r")
__ws_exchange(unsigned, "b32", "r")
__ws_exchange(unsigned long, "b64", "l")
__ws_exchange(unsigned long long, "b64", "l")
#undef __ws_exchange
__ws_inline float atomicExch(float *address, float value) {
    return __builtin_bit_cast(float, atomicExch((int *)address, __builtin_bit_cast(int, value)));
}

#if __CUDA_ARCH__ >= 600
__ws_atomics(_block, ".cta")
__ws_atomics(_system, ".sys")
__ws_inline double atomicAdd(double *address, double value) { return __nvvm_atom_add_gen_d(address, value); }
__ws_atomic_2(atomicAdd_block, ".cta", "add", double, "f64", "d")
__ws_atomic_2(atomicAdd_system, ".sys", "add", double, "f64", "d")
#endif
#if __CUDA_ARCH__ >= 700
__ws_atomic_cas(atomicCAS, "", unsigned short, "b16", "h")
__ws_atomic_cas(atomicCAS_block, ".cta", unsigned short, "b16", "h")
__ws_atomic_cas(atomicCAS_system, ".sys", unsigned short, "b16", "h")
#endif
#undef __ws_atomics
#undef __ws_ordered
#undef __ws_bitwise
#undef __ws_atomic_sub
#undef __ws_atomic_cas
#undef __ws_atomic_2
#undef __ws_atomic_own
