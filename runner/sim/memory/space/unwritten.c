/* Which reads of what nobody wrote are reported: the rule for all spaces. */
#include "sim/memory/block_memory.h"

int find_unwritten_piece(const SimAccess *access, uint32_t written, int pieces) {
    int each = pieces > access->vector ? pieces / access->vector : 1, used = -1, copied = -1;
    uint32_t all = (uint32_t)((UINT64_C(1) << each) - 1);
    for (int at = 0; at < pieces; at += each) {
        uint32_t element = written >> at & all;
        bool only_copied = access->copied >> (at / each) & 1;
        if (only_copied && element == 0 && copied < 0) copied = at;
        if (!only_copied && element != all && used < 0) used = at;
    }
    return used >= 0 || written != 0 ? used : copied;
}
