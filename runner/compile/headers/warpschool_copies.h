/* Copies that a group of threads makes together: the threads take the pieces in turn. cuda::memcpy_async and
 * cooperative_groups::memcpy_async are made of it. */
#pragma once
#include <cuda_pipeline_primitives.h>

/* How the two places and the size are aligned, as far as it is known when compiling: by aligned_size_t, or by the type. */
namespace cuda {
template <size_t Alignment> struct aligned_size_t {
    static constexpr size_t align = Alignment;
    size_t value;
    __ws_member explicit constexpr aligned_size_t(size_t size)
        : value(size) {}
    __ws_member constexpr operator size_t() const { return value; }
};
} // namespace cuda
template <typename T, typename Size> struct __ws_alignment { static constexpr size_t bytes = alignof(T); };
template <typename Size> struct __ws_alignment<void, Size> { static constexpr size_t bytes = 1; };
template <typename T, size_t Alignment> struct __ws_alignment<T, cuda::aligned_size_t<Alignment>> {
    static constexpr size_t bytes = Alignment;
};
template <size_t Alignment> struct __ws_alignment<void, cuda::aligned_size_t<Alignment>> {
    static constexpr size_t bytes = Alignment;
};

template <size_t Width> struct __attribute__((aligned(Width))) __ws_piece { char bytes[Width]; };

/* A thread that copies by itself. */
struct __ws_alone {
    __ws_member static unsigned size() { return 1; }
    __ws_member static unsigned thread_rank() { return 0; }
};

/* From global to shared memory without waiting, where a piece has 4, 8 or 16 bytes; else done when it returns. */
template <size_t Width, typename Group>
__ws_inline void __ws_copy_pieces(const Group &group, void *to, const void *from, size_t size) {
    bool without_waiting = Width >= 4 && __isShared(to) && __isGlobal(from);
    for (size_t at = group.thread_rank() * Width; at < size; at += group.size() * Width) {
        char *target = (char *)to + at;
        const char *source = (const char *)from + at;
        if (without_waiting)
            __pipeline_memcpy_async(target, source, Width);
        else
            *(__ws_piece<Width> *)target = *(const __ws_piece<Width> *)source;
    }
}
