/* What threads do together: barriers, shuffles, votes, matches, reductions of a warp. */
#pragma once

#define __ws_convergent static __inline__ __attribute__((always_inline, nodebug, device, unused, convergent))

/* clang has a __syncthreads of its own, past which its optimiser takes a stored value of a shared array to be unchanged
 * ("GlobalsAA" knows no other threads). Past inline assembly that may write to memory it does not. */
#define __syncthreads __ws_syncthreads
__ws_convergent void __syncthreads() { asm volatile("bar.sync 0;" ::: "memory"); }
__ws_convergent int __syncthreads_count(int predicate) {
    int count;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
                 : "=r"(count) : "r"(predicate) : "memory");
    return count;
}
#define __ws_barrier_vote(name, operation)                                                                             \
    __ws_convergent int name(int predicate) {                                                                          \
        int result;                                                                                                    \
        asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red." operation                                     \
                     ".pred q, 0, p; selp.s32 %0, 1, 0, q; }"                                                          \
                     : "=r"(result) : "r"(predicate) : "memory");                                                      \
        return result;                                                                                                 \
    }
__ws_barrier_vote(__syncthreads_and, "and")
__ws_barrier_vote(__syncthreads_or, "or")
#undef __ws_barrier_vote
__ws_convergent void __syncwarp(unsigned mask = 0xffffffff) { asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory"); }

/* ---- shuffles ---- */

/* clamp: the last lane of the source's segment, and above bit 8 the mask that keeps a lane's segment (PTX ISA, shfl). */
#define __ws_shuffle(name, mode, clamp)                                                                                \
    __ws_convergent int __ws_##name(unsigned mask, int value, unsigned lane, int width) {                              \
        int result;                                                                                                    \
        asm volatile("shfl.sync." mode ".b32 %0, %1, %2, %3, %4;"                                                      \
                     : "=r"(result)                                                                                    \
                     : "r"(value), "r"(lane), "r"(((32 - width) << 8) | (clamp)), "r"(mask));                          \
        return result;                                                                                                 \
    }                                                                                                                  \
    __ws_convergent int name(unsigned mask, int value, unsigned lane, int width = 32) {                                \
        return __ws_##name(mask, value, lane, width);                                                                  \
    }                                                                                                                  \
    __ws_convergent unsigned name(unsigned mask, unsigned value, unsigned lane, int width = 32) {                      \
        return (unsigned)__ws_##name(mask, (int)value, lane, width);                                                   \
    }                                                                                                                  \
    __ws_convergent float name(unsigned mask, float value, unsigned lane, int width = 32) {                            \
        return __builtin_bit_cast(float, __ws_##name(mask, __builtin_bit_cast(int, value), lane, width));              \
    }                                                                                                                  \
    __ws_convergent unsigned long long name(unsigned mask, unsigned long long value, unsigned lane, int width = 32) {  \
        unsigned low = (unsigned)__ws_##name(mask, (int)(unsigned)value, lane, width);                                 \
        unsigned high = (unsigned)__ws_##name(mask, (int)(unsigned)(value >> 32), lane, width);                        \
        return (unsigned long long)high << 32 | low;                                                                   \
    }                                                                                                                  \
    __ws_convergent long long name(unsigned mask, long long value, unsigned lane, int width = 32) {                    \
        return (long long)name(mask, (unsigned long long)value, lane, width);                                          \
    }                                                                                                                  \
    __ws_convergent unsigned long name(unsigned mask, unsigned long value, unsigned lane, int width = 32) {            \
        return (unsigned long)name(mask, (unsigned long long)value, lane, width);                                      \
    }                                                                                                                  \
    __ws_convergent long name(unsigned mask, long value, unsigned lane, int width = 32) {                              \
        return (long)name(mask, (unsigned long long)value, lane, width);                                               \
    }                                                                                                                  \
    __ws_convergent double name(unsigned mask, double value, unsigned lane, int width = 32) {                          \
        return __builtin_bit_cast(double, name(mask, __builtin_bit_cast(unsigned long long, value), lane, width));     \
    }
__ws_shuffle(__shfl_sync, "idx", 0x1f)
__ws_shuffle(__shfl_up_sync, "up", 0)
__ws_shuffle(__shfl_down_sync, "down", 0x1f)
__ws_shuffle(__shfl_xor_sync, "bfly", 0x1f)
#undef __ws_shuffle

/* ---- votes ---- */

#define __ws_vote(name, mode)                                                                                          \
    __ws_convergent int name(unsigned mask, int predicate) {                                                           \
        int result;                                                                                                    \
        asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; vote.sync." mode ".pred q, p, %2; selp.s32 %0, 1, 0, q; }" \
                     : "=r"(result) : "r"(predicate), "r"(mask));                                                      \
        return result;                                                                                                 \
    }
__ws_vote(__all_sync, "all")
__ws_vote(__any_sync, "any")
__ws_vote(__uni_sync, "uni")
#undef __ws_vote
__ws_convergent unsigned __ballot_sync(unsigned mask, int predicate) {
    unsigned result;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
                 : "=r"(result) : "r"(predicate), "r"(mask));
    return result;
}
__ws_convergent unsigned __activemask() {
    unsigned mask;
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}

/* ---- matches: sm_70 and newer ---- */

#if __CUDA_ARCH__ >= 700
#define __ws_match(type, bits, constraint, as)                                                                         \
    __ws_convergent unsigned __match_any_sync(unsigned mask, type value) {                                             \
        unsigned same;                                                                                                 \
        asm volatile("match.any.sync." bits " %0, %1, %2;"                                                             \
                     : "=r"(same) : constraint(__builtin_bit_cast(as, value)), "r"(mask));                             \
        return same;                                                                                                   \
    }                                                                                                                  \
    __ws_convergent unsigned __match_all_sync(unsigned mask, type value, int *all) {                                   \
        unsigned same;                                                                                                 \
        int equal;                                                                                                     \
        asm volatile("{ .reg .pred p; match.all.sync." bits " %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"                   \
                     : "=r"(same), "=r"(equal) : constraint(__builtin_bit_cast(as, value)), "r"(mask));                \
        *all = equal;                                                                                                  \
        return same;                                                                                                   \
    }
__ws_match(int, "b32", "r", unsigned)
__ws_match(unsigned, "b32", "r", unsigned)
__ws_match(float, "b32", "r", unsigned)
__ws_match(long, "b64", "l", unsigned long long)
__ws_match(unsigned long, "b64", "l", unsigned long long)
__ws_match(long long, "b64", "l", unsigned long long)
__ws_match(unsigned long long, "b64", "l", unsigned long long)
__ws_match(double, "b64", "l", unsigned long long)
#undef __ws_match
#endif

/* ---- reductions of a warp: sm_80 and newer ---- */

#if __CUDA_ARCH__ >= 800
#define __ws_reduce(name, type, operation)                                                                             \
    __ws_convergent type name(unsigned mask, type value) {                                                             \
        type result;                                                                                                   \
        asm volatile("redux.sync." operation " %0, %1, %2;" : "=r"(result) : "r"(value), "r"(mask));                   \
        return result;                                                                                                 \
    }
__ws_reduce(__reduce_add_sync, int, "add.s32")
__ws_reduce(__reduce_add_sync, unsigned, "add.u32")
__ws_reduce(__reduce_min_sync, int, "min.s32")
__ws_reduce(__reduce_min_sync, unsigned, "min.u32")
__ws_reduce(__reduce_max_sync, int, "max.s32")
__ws_reduce(__reduce_max_sync, unsigned, "max.u32")
__ws_reduce(__reduce_and_sync, unsigned, "and.b32")
__ws_reduce(__reduce_or_sync, unsigned, "or.b32")
__ws_reduce(__reduce_xor_sync, unsigned, "xor.b32")
#undef __ws_reduce
#endif
