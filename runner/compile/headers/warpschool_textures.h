/* Reading texture objects: float, int and unsigned elements of 1, 2 or 4 components, and 8- and 16-bit ones. */
#pragma once

/* How a texel of the hardware, four words, becomes T. */
template <typename T> struct __ws_texel;
#define __ws_texel_n(type, word, t, c)                                                                                 \
    template <> struct __ws_texel<type##1> { __ws_fetches(type##1, word, t, c, make_##type##1(x)) };                   \
    template <> struct __ws_texel<type##2> { __ws_fetches(type##2, word, t, c, make_##type##2(x, y)) };                \
    template <> struct __ws_texel<type##4> { __ws_fetches(type##4, word, t, c, make_##type##4(x, y, z, w)) };
#define __ws_fetch(name, parameters, result, word, t, c, make, instruction, ...)                                       \
    static __inline__ __attribute__((always_inline, nodebug, device)) result name parameters {                         \
        word x, y, z, w;                                                                                               \
        asm volatile(instruction : "=" c(x), "=" c(y), "=" c(z), "=" c(w) : "l"(texture), __VA_ARGS__);                \
        (void)y, (void)z, (void)w;                                                                                     \
        return make;                                                                                                   \
    }
#define __ws_fetches(result, word, t, c, make)                                                                         \
    __ws_fetch(linear, (cudaTextureObject_t texture, int u), result, word, t, c, make,                                 \
               "tex.1d.v4." t ".s32 {%0, %1, %2, %3}, [%4, {%5}];", "r"(u))                                            \
    __ws_fetch(d1, (cudaTextureObject_t texture, float u), result, word, t, c, make,                                   \
               "tex.1d.v4." t ".f32 {%0, %1, %2, %3}, [%4, {%5}];", "f"(u))                                            \
    __ws_fetch(d2, (cudaTextureObject_t texture, float u, float v), result, word, t, c, make,                          \
               "tex.2d.v4." t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}];", "f"(u), "f"(v))                                \
    __ws_fetch(d1_lod, (cudaTextureObject_t texture, float u, float level), result, word, t, c, make,                  \
               "tex.level.1d.v4." t ".f32 {%0, %1, %2, %3}, [%4, {%5}], %6;", "f"(u), "f"(level))                      \
    __ws_fetch(d2_lod, (cudaTextureObject_t texture, float u, float v, float level), result, word, t, c, make,         \
               "tex.level.2d.v4." t ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;", "f"(u), "f"(v), "f"(level))
#define __ws_texels(type, vector, word, t, c)                                                                          \
    template <> struct __ws_texel<type> { __ws_fetches(type, word, t, c, (type)x) };                                   \
    __ws_texel_n(vector, word, t, c)
__ws_texels(float, float, float, "f32", "f")
__ws_texels(int, int, int, "s32", "r")
__ws_texels(unsigned, uint, unsigned, "u32", "r")
__ws_texels(short, short, int, "s32", "r")
__ws_texels(unsigned short, ushort, unsigned, "u32", "r")
__ws_texels(signed char, char, int, "s32", "r")
__ws_texels(unsigned char, uchar, unsigned, "u32", "r")
#undef __ws_texels
#undef __ws_texel_n
#undef __ws_fetches
#undef __ws_fetch

#define __ws_read template <typename T> __ws_inline
__ws_read T tex1Dfetch(cudaTextureObject_t texture, int u) { return __ws_texel<T>::linear(texture, u); }
__ws_read T tex1D(cudaTextureObject_t texture, float u) { return __ws_texel<T>::d1(texture, u); }
__ws_read T tex2D(cudaTextureObject_t texture, float u, float v) { return __ws_texel<T>::d2(texture, u, v); }
__ws_read T tex1DLod(cudaTextureObject_t texture, float u, float level) {
    return __ws_texel<T>::d1_lod(texture, u, level);
}
__ws_read T tex2DLod(cudaTextureObject_t texture, float u, float v, float level) {
    return __ws_texel<T>::d2_lod(texture, u, v, level);
}
__ws_read void tex1Dfetch(T *texel, cudaTextureObject_t texture, int u) { *texel = tex1Dfetch<T>(texture, u); }
__ws_read void tex1D(T *texel, cudaTextureObject_t texture, float u) { *texel = tex1D<T>(texture, u); }
__ws_read void tex2D(T *texel, cudaTextureObject_t texture, float u, float v) { *texel = tex2D<T>(texture, u, v); }
#undef __ws_read
