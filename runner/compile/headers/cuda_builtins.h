/* The built-ins of CUDA C++ for clang, included before every source: what nvcc and NVRTC declare without an #include.
 *
 * Everything is a small inline function without debug information (__ws_inline), so that what it does is charged to the
 * student's line that called it. Memory operations that must stay as written use inline PTX or volatile atomics, which
 * clang's optimiser leaves alone. The names are NVIDIA's (CUDA C++ Programming Guide, CUDA Math API); what they compile
 * to is from the PTX ISA. */
#ifndef __WARPSCHOOL_CUDA_BUILTINS_H__
#define __WARPSCHOOL_CUDA_BUILTINS_H__

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __inline_hint__
#define __grid_constant__

#define __CUDACC__ 1
#define __NVCC__ 1
#define __ws_inline static __inline__ __attribute__((always_inline, nodebug, device, unused))
#define __ws_member __inline__ __attribute__((always_inline, nodebug, device)) /* of a class */

#ifndef WARPSCHOOL_WHOLE_PROGRAM /* its host code has the C library's own */
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef decltype(nullptr) nullptr_t;
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef long int clock_t;
#endif
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

#ifndef WARPSCHOOL_WHOLE_PROGRAM
#ifndef NULL
#define NULL 0
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif

#include <warpschool_vectors.h>
#include <warpschool_warp.h>
#include <warpschool_memory.h>
#include <warpschool_atomics.h>
#include <warpschool_integers.h>
#include <warpschool_simd.h>
#include <warpschool_double.h>
#include <warpschool_float.h>
#include <warpschool_textures.h>

extern "C" {
__device__ int printf(const char *format, ...);
__device__ void *malloc(size_t size);
__device__ void free(void *memory);
__device__ void __assertfail(const char *condition, const char *file, unsigned line, const char *function, size_t char_size)
    __attribute__((noreturn));
}

#ifndef WARPSCHOOL_WHOLE_PROGRAM /* clang has its own beside <new> */
/* These must not be static. */
#define __ws_operator __inline__ __attribute__((always_inline, nodebug, device))
__ws_operator void *operator new(size_t size) { return malloc(size); }
__ws_operator void *operator new[](size_t size) { return malloc(size); }
__ws_operator void *operator new(size_t, void *place) noexcept { return place; }
__ws_operator void operator delete(void *memory) noexcept { free(memory); }
__ws_operator void operator delete[](void *memory) noexcept { free(memory); }
__ws_operator void operator delete(void *memory, size_t) noexcept { free(memory); }
__ws_operator void operator delete[](void *memory, size_t) noexcept { free(memory); }
#undef __ws_operator

#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __assertfail(#condition, __FILE__, __LINE__, __func__, 1))
#endif
#endif

__ws_inline void __trap() { asm volatile("trap;"); }
__ws_inline void __brkpt() { asm volatile("brkpt;"); }
__ws_inline void __nanosleep(unsigned nanoseconds) {
#if __CUDA_ARCH__ >= 700
    asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds));
#endif
}
__ws_inline clock_t clock() {
    int now;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(now)::"memory");
    return now;
}
__ws_inline long long clock64() {
    long long now;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(now)::"memory");
    return now;
}
__ws_inline unsigned long long __globaltimer() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
    return now;
}

#endif
