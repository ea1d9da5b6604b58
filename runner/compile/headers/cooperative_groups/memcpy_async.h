/* Copies by a group, and waiting for them. */
#pragma once
#include <cooperative_groups.h>
#include <warpschool_copies.h>

namespace cooperative_groups {

/* size: bytes. Where the types do not tell the alignment, the addresses do. */
template <typename Group, typename T, typename Size>
__ws_inline void memcpy_async(const Group &group, T *to, const T *from, const Size &size) {
    constexpr size_t known = __ws_alignment<T, Size>::bytes;
    size_t unaligned = (size_t)to | (size_t)from | (size_t)size;
    if (known >= 16 || (known < 4 && unaligned % 16 == 0)) __ws_copy_pieces<16>(group, to, from, size);
    else if (known == 8) __ws_copy_pieces<8>(group, to, from, size);
    else if (known == 4 || unaligned % 4 == 0) __ws_copy_pieces<4>(group, to, from, size);
    else __ws_copy_pieces<1>(group, to, from, size);
    __pipeline_commit();
}
/* Sizes in elements: the smaller one counts. */
template <typename Group, typename T, typename Room, typename Size>
__ws_inline void memcpy_async(const Group &group, T *to, const Room &room, const T *from, const Size &size) {
    size_t count = (size_t)room < (size_t)size ? (size_t)room : (size_t)size;
    memcpy_async(group, to, from, count * sizeof(T));
}

template <unsigned Groups, typename Group> __ws_inline void wait_prior(const Group &group) {
    __pipeline_wait_prior(Groups);
    group.sync();
}
template <typename Group> __ws_inline void wait(const Group &group) { wait_prior<0>(group); }

} // namespace cooperative_groups
