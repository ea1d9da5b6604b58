#pragma once
/* The functions are there before every source. For whole numbers or mixed types they stay ambiguous: what the host's
 * library adds for those nvcc refuses in a kernel. */
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
/* Constants, as an array may begin with them; NVRTC 11 has no way to write down the bits of one. */
#if defined(__clang__) || __CUDACC_VER_MAJOR__ >= 12
#define __ws_bits(type, bits, value) __builtin_bit_cast(type, bits)
#else
#define __ws_bits(type, bits, value) (value)
#endif
#ifndef INFINITY
#define INFINITY __ws_bits(float, 0x7f800000, 1.0f / 0.0f)
#endif
#ifndef NAN
#define NAN __ws_bits(float, 0x7fc00000, 0.0f / 0.0f)
#endif
#ifndef HUGE_VALF
#define HUGE_VALF __ws_bits(float, 0x7f800000, 1.0f / 0.0f)
#endif
#ifndef HUGE_VAL
#define HUGE_VAL __ws_bits(double, 0x7ff0000000000000ll, 1.0 / 0.0)
#endif
