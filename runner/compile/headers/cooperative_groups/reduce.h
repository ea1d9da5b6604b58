/* Reductions over the threads of a tile. */
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {

#define __ws_operation(name, expression)                                                                               \
    template <typename T> struct name {                                                                                \
        __ws_member T operator()(T a, T b) const { return expression; } \
    };
__ws_operation(plus, a + b)
__ws_operation(less, b < a ? b : a)
__ws_operation(greater, a < b ? b : a)
__ws_operation(bit_and, a & b)
__ws_operation(bit_or, a | b)
__ws_operation(bit_xor, a ^ b)
#undef __ws_operation

template <unsigned Size, typename Parent, typename T, typename Operation>
__ws_inline T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operation operation) {
#pragma unroll
    for (unsigned step = Size / 2; step > 0; step /= 2) value = operation(value, tile.shfl_xor(value, step));
    return value;
}

template <typename T, typename Operation>
__ws_inline T reduce(const coalesced_group &group, T value, Operation operation) {
    T all = group.shfl(value, 0);
    for (unsigned rank = 1; rank < group.size(); rank++) all = operation(all, group.shfl(value, rank));
    return all;
}

} // namespace cooperative_groups
