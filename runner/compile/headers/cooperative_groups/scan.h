/* Running sums, or what another operation gives, over the threads of a tile or of a coalesced group. */
#pragma once
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

template <typename Group, typename T, typename Operation>
__ws_inline T inclusive_scan(const Group &group, T value, Operation operation) {
    for (unsigned step = 1; step < group.size(); step *= 2) {
        T before = group.shfl_up(value, step);
        if (group.thread_rank() >= step) value = operation(before, value);
    }
    return value;
}
template <typename Group, typename T> __ws_inline T inclusive_scan(const Group &group, T value) {
    return inclusive_scan(group, value, plus<T>());
}

/* The first thread gets the operation's neutral value for a sum, and 0 for any other operation. */
template <typename Group, typename T, typename Operation>
__ws_inline T exclusive_scan(const Group &group, T value, Operation operation) {
    T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() == 0 ? T(0) : before;
}
template <typename Group, typename T> __ws_inline T exclusive_scan(const Group &group, T value) {
    return exclusive_scan(group, value, plus<T>());
}

} // namespace cooperative_groups
