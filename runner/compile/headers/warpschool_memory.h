/* Fences, cache hints, address spaces, memset and memcpy. */
#pragma once

__ws_inline void __threadfence_block() { asm volatile("membar.cta;" ::: "memory"); }
__ws_inline void __threadfence() { asm volatile("membar.gl;" ::: "memory"); }
__ws_inline void __threadfence_system() { asm volatile("membar.sys;" ::: "memory"); }

/* ---- address spaces ---- */

#define __ws_space(name, number)                                                                                       \
    __ws_inline size_t __cvta_generic_to_##name(const void *pointer) {                                                 \
        return (size_t)(__attribute__((address_space(number))) const void *)pointer;                                   \
    }                                                                                                                  \
    __ws_inline void *__cvta_##name##_to_generic(size_t address) {                                                     \
        return (void *)(__attribute__((address_space(number))) void *)address;                                         \
    }
__ws_space(global, 1)
__ws_space(shared, 3)
__ws_space(constant, 4)
__ws_space(local, 5)
#undef __ws_space
__ws_inline unsigned __isGlobal(const void *pointer) { return __nvvm_isspacep_global(pointer); }
__ws_inline unsigned __isShared(const void *pointer) { return __nvvm_isspacep_shared(pointer); }
__ws_inline unsigned __isConstant(const void *pointer) { return __nvvm_isspacep_const(pointer); }
__ws_inline unsigned __isLocal(const void *pointer) { return __nvvm_isspacep_local(pointer); }

/* ---- loads and stores with a cache hint ----
 * reg: the register that holds an element, t: its PTX type, c: its constraint. Signed and unsigned move alike. */

#define __ws_hinted_loads(name, hint)                                                                                  \
    __ws_load_scalar(name, hint, char, unsigned short, "u8", "h")                                                      \
    __ws_load_scalar(name, hint, signed char, unsigned short, "u8", "h")                                               \
    __ws_load_scalar(name, hint, unsigned char, unsigned short, "u8", "h")                                             \
    __ws_load_scalar(name, hint, short, unsigned short, "u16", "h")                                                    \
    __ws_load_scalar(name, hint, unsigned short, unsigned short, "u16", "h")                                           \
    __ws_load_scalar(name, hint, int, int, "u32", "r")                                                                 \
    __ws_load_scalar(name, hint, unsigned, unsigned, "u32", "r")                                                       \
    __ws_load_scalar(name, hint, long, long, "u64", "l")                                                               \
    __ws_load_scalar(name, hint, unsigned long, unsigned long, "u64", "l")                                             \
    __ws_load_scalar(name, hint, long long, long long, "u64", "l")                                                     \
    __ws_load_scalar(name, hint, unsigned long long, unsigned long long, "u64", "l")                                   \
    __ws_load_scalar(name, hint, float, float, "f32", "f")                                                             \
    __ws_load_scalar(name, hint, double, double, "f64", "d")                                                           \
    __ws_load_2(name, hint, int2, "u32", "r") __ws_load_2(name, hint, uint2, "u32", "r")                               \
    __ws_load_2(name, hint, float2, "f32", "f") __ws_load_2(name, hint, double2, "f64", "d")                           \
    __ws_load_2(name, hint, longlong2, "u64", "l") __ws_load_2(name, hint, ulonglong2, "u64", "l")                     \
    __ws_load_4(name, hint, int4, "u32", "r") __ws_load_4(name, hint, uint4, "u32", "r")                               \
    __ws_load_4(name, hint, float4, "f32", "f")

#define __ws_load_scalar(name, hint, type, reg, t, c)                                                                  \
    __ws_inline type name(const type *pointer) {                                                                       \
        reg value;                                                                                                     \
        asm volatile("ld.global." hint "." t " %0, [%1];" : "=" c(value) : "l"(pointer) : "memory");                   \
        return (type)value;                                                                                            \
    }
#define __ws_load_2(name, hint, type, t, c)                                                                            \
    __ws_inline type name(const type *pointer) {                                                                       \
        type v;                                                                                                        \
        asm volatile("ld.global." hint ".v2." t " {%0, %1}, [%2];" : "=" c(v.x), "=" c(v.y) : "l"(pointer) : "memory"); \
        return v;                                                                                                      \
    }
#define __ws_load_4(name, hint, type, t, c)                                                                            \
    __ws_inline type name(const type *pointer) {                                                                       \
        type v;                                                                                                        \
        asm volatile("ld.global." hint ".v4." t " {%0, %1, %2, %3}, [%4];"                                             \
                     : "=" c(v.x), "=" c(v.y), "=" c(v.z), "=" c(v.w) : "l"(pointer) : "memory");                      \
        return v;                                                                                                      \
    }
__ws_hinted_loads(__ldg, "nc")
__ws_hinted_loads(__ldca, "ca")
__ws_hinted_loads(__ldcg, "cg")
__ws_hinted_loads(__ldcs, "cs")
__ws_hinted_loads(__ldlu, "lu")
__ws_hinted_loads(__ldcv, "cv")
#undef __ws_hinted_loads
#undef __ws_load_scalar
#undef __ws_load_2
#undef __ws_load_4

#define __ws_hinted_stores(name, hint)                                                                                 \
    __ws_store_scalar(name, hint, char, unsigned short, "u8", "h")                                                     \
    __ws_store_scalar(name, hint, signed char, unsigned short, "u8", "h")                                              \
    __ws_store_scalar(name, hint, unsigned char, unsigned short, "u8", "h")                                            \
    __ws_store_scalar(name, hint, short, unsigned short, "u16", "h")                                                   \
    __ws_store_scalar(name, hint, unsigned short, unsigned short, "u16", "h")                                          \
    __ws_store_scalar(name, hint, int, int, "u32", "r")                                                                \
    __ws_store_scalar(name, hint, unsigned, unsigned, "u32", "r")                                                      \
    __ws_store_scalar(name, hint, long, long, "u64", "l")                                                              \
    __ws_store_scalar(name, hint, unsigned long, unsigned long, "u64", "l")                                            \
    __ws_store_scalar(name, hint, long long, long long, "u64", "l")                                                    \
    __ws_store_scalar(name, hint, unsigned long long, unsigned long long, "u64", "l")                                  \
    __ws_store_scalar(name, hint, float, float, "f32", "f")                                                            \
    __ws_store_scalar(name, hint, double, double, "f64", "d")                                                          \
    __ws_store_2(name, hint, int2, "u32", "r") __ws_store_2(name, hint, uint2, "u32", "r")                             \
    __ws_store_2(name, hint, float2, "f32", "f") __ws_store_2(name, hint, double2, "f64", "d")                         \
    __ws_store_2(name, hint, longlong2, "u64", "l") __ws_store_2(name, hint, ulonglong2, "u64", "l")                   \
    __ws_store_4(name, hint, int4, "u32", "r") __ws_store_4(name, hint, uint4, "u32", "r")                             \
    __ws_store_4(name, hint, float4, "f32", "f")

#define __ws_store_scalar(name, hint, type, reg, t, c)                                                                 \
    __ws_inline void name(type *pointer, type value) {                                                                 \
        asm volatile("st.global." hint "." t " [%0], %1;" ::"l"(pointer), c((reg)value) : "memory");                   \
    }
#define __ws_store_2(name, hint, type, t, c)                                                                           \
    __ws_inline void name(type *pointer, type v) {                                                                     \
        asm volatile("st.global." hint ".v2." t " [%0], {%1, %2};" ::"l"(pointer), c(v.x), c(v.y) : "memory");         \
    }
#define __ws_store_4(name, hint, type, t, c)                                                                           \
    __ws_inline void name(type *pointer, type v) {                                                                     \
        asm volatile("st.global." hint ".v4." t " [%0], {%1, %2, %3, %4};" ::"l"(pointer), c(v.x), c(v.y), c(v.z),     \
                     c(v.w) : "memory");                                                                               \
    }
__ws_hinted_stores(__stwb, "wb")
__ws_hinted_stores(__stcg, "cg")
__ws_hinted_stores(__stcs, "cs")
__ws_hinted_stores(__stwt, "wt")
#undef __ws_hinted_stores
#undef __ws_store_scalar
#undef __ws_store_2
#undef __ws_store_4

/* ---- bytes ---- */

__ws_inline void *memset(void *to, int value, size_t count) {
    for (size_t i = 0; i < count; i++) ((unsigned char *)to)[i] = (unsigned char)value;
    return to;
}
__ws_inline void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
__ws_inline int memcmp(const void *a, const void *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int difference = ((const unsigned char *)a)[i] - ((const unsigned char *)b)[i];
        if (difference != 0) return difference;
    }
    return 0;
}
__ws_inline void *alloca(size_t size) { return __builtin_alloca(size); }
