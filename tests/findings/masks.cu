// Lanes that wait for each other by a mask: shuffles, votes, matches, reductions, __syncwarp().

#include <cooperative_groups.h>

// launch: <<<1, 32>>>
extern "C" __global__ void a_thread_that_its_mask_does_not_name(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t <= 16) {
        out[t] = in[t];
        __syncwarp(0xffff); // expect: barrier "thread (16,0,0), lane 16" "__syncwarp() with the mask 0x0000ffff, which does not name it"
    }
    __syncthreads();
    out[t] = in[t];
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void a_mask_of_those_that_come(const int *in, int *out, int n) {
    int t = threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffff, t <= 16);
    if (t <= 16) {
        out[t] = in[t];
        __syncwarp(mask);
    }
    __syncthreads();
    out[t] = in[t];
}

// launch: <<<1, 32>>>
extern "C" __global__ void a_shuffle_that_its_mask_does_not_name(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t <= 16) out[t] = __shfl_sync(0xffff, in[t], 0); // expect: barrier "lane 16" "shuffle"
}

// launch: <<<1, 32>>>
extern "C" __global__ void a_vote_that_its_mask_does_not_name(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t <= 16) out[t] = __ballot_sync(0xffff, in[t] & 1); // expect: barrier "lane 16" "vote"
}

// launch: <<<1, 32>>>
extern "C" __global__ void a_match_that_its_mask_does_not_name(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t <= 16) out[t] = __match_any_sync(0xffff, in[t] & 1); // expect: barrier "lane 16" "match"
}

// launch: <<<1, 32>>>
extern "C" __global__ void a_reduction_that_its_mask_does_not_name(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t <= 16) out[t] = __reduce_add_sync(0xffff, in[t]); // expect: barrier "lane 16" "reduction"
}

// launch: <<<1, 32>>>
extern "C" __global__ void named_threads_wait_at_the_barrier(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t <= 16) {
        out[t] = 2;
        __syncwarp(); // expect: barrier "names thread (17,0,0), which never comes: it waits at the barrier at line 59"
    }
    __syncthreads();
    out[t] = in[t];
}

// launch: <<<1, 32>>>
extern "C" __global__ void a_vote_that_half_of_the_warp_skips(const int *in, int *out, int n) {
    int t = threadIdx.x, all = 0;
    if (t < 16) all = __all_sync(0xffffffff, in[t] < 100); // expect: barrier "names thread (16,0,0), which went on past it and ended"
    out[t] = all;
}

// launch: <<<1, 32>>>
extern "C" __global__ void a_match_that_half_of_the_warp_skips(const int *in, int *out, int n) {
    int t = threadIdx.x, same = 0;
    if (t < 16) same = __match_any_sync(0xffffffff, in[t] / 2); // expect: barrier "names thread (16,0,0)"
    __syncthreads();
    out[t] = same;
}

// launch: <<<1, 32>>>
extern "C" __global__ void a_reduction_that_half_of_the_warp_skips(const int *in, int *out, int n) {
    int t = threadIdx.x, sum = 0;
    if (t < 16) sum = __reduce_add_sync(0xffffffff, in[t]); // expect: barrier "names thread (16,0,0)"
    __syncthreads();
    out[t] = sum;
}

// launch: <<<1, 32>>> nvrtc
extern "C" __global__ void a_tree_whose_readers_alone_shuffle(const int *in, int *out, int n) {
    int lane = threadIdx.x, sum = in[lane];
    for (int half = 16; half > 0; half /= 2)
        if (lane < half) sum += __shfl_down_sync(0xffffffff, sum, half); // expect: barrier "names thread (16,0,0), which went on past it and ended" // expect: warning uninitialised "from lane 16, which has ended"
    if (lane == 0) out[0] = sum;
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void a_tree_in_which_all_shuffle(const int *in, int *out, int n) {
    int lane = threadIdx.x, sum = in[lane];
    for (int half = 16; half > 0; half /= 2) {
        int other = __shfl_down_sync(0xffffffff, sum, half);
        if (lane < half) sum += other;
    }
    if (lane == 0) out[0] = sum;
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void a_shuffle_out_of_range_keeps_its_own(const int *in, int *out, int n) {
    int lane = threadIdx.x;
    out[lane] = __shfl_down_sync(0xffffffff, in[lane], 16) + __shfl_up_sync(0xffffffff, in[lane], 3) +
                __shfl_down_sync(0xffffffff, in[lane], 3, 8) + __shfl_xor_sync(0xffffffff, in[lane], 16, 16);
}

// launch: <<<1, 32>>>
extern "C" __global__ void a_shuffle_from_a_lane_that_the_mask_leaves_out(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t < 16) out[t] = __shfl_sync(0xffff, in[t], 20); // expect: uninitialised "thread (0,0,0) takes a value from lane 20, which its mask does not name"
    __syncthreads();
    if (t >= 16) out[t] = in[t];
}

// launch: <<<1, 48>>>
extern "C" __global__ void a_shuffle_from_a_lane_that_the_block_does_not_have(const int *in, int *out, int n) {
    out[threadIdx.x] = __shfl_down_sync(0xffffffff, in[threadIdx.x], 1); // expect: uninitialised "thread (47,0,0) takes a value from lane 16, which the block does not have"
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void what_the_upper_lanes_get_reaches_nobody(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t < 16) {
        int sum = in[t];
        for (int half = 8; half > 0; half /= 2) sum += __shfl_down_sync(0xffff, sum, half);
        if (t == 0) out[0] = sum;
    }
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void both_sides_of_a_branch_call_the_same(const int *in, int *out, int n) {
    int t = threadIdx.x, other;
    if (t < 16)
        other = __shfl_xor_sync(0xffffffff, in[t], 16);
    else
        other = __shfl_xor_sync(0xffffffff, in[t] + 100, 16);
    if (other != (t < 16 ? t + 116 : t - 16)) __trap();
    out[t] = other;
}

// launch: <<<1, 32>>>
extern "C" __global__ void both_sides_of_a_branch_call_another(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t < 16)
        out[t] = __shfl_down_sync(0xffffffff, in[t], 1); // expect: barrier "which never comes: it waits in a vote" optional
    else
        out[t] = __ballot_sync(0xffffffff, in[t] & 1); // expect: barrier "which never comes: it waits in a shuffle" optional
    __syncthreads();
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void half_warps_with_masks_of_their_own(const int *in, int *out, int n) {
    int t = threadIdx.x, sum = in[t];
    if (t < 16) {
        for (int half = 8; half > 0; half /= 2) sum += __shfl_xor_sync(0x0000ffff, sum, half);
    } else {
        sum = __reduce_add_sync(0xffff0000, sum);
        __syncwarp(0xffff0000);
    }
    out[t] = sum;
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void lanes_that_come_late(const int *in, int *out, int n) {
    int t = threadIdx.x, sum = 0;
#pragma unroll 1
    for (int i = 0; i < t; i++) {
        if (i == 20) break;
        sum += in[i];
    }
    if (t & 1) sum *= 3;
    out[t] = __shfl_xor_sync(0xffffffff, sum, 1);
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void lanes_that_have_exited(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t % 32 >= 20) {
        out[t] = in[t];
        return;
    }
    __syncwarp();
    int all = __all_sync(0xffffffff, in[t] < 200);
    out[t] = all + __shfl_sync(0xffffffff, in[t], 3);
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_shuffle_from_a_lane_that_has_exited(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t % 32 >= 20) return;
    out[t] = __shfl_sync(0xffffffff, in[t], 25); // expect: uninitialised "from lane 25, which has ended"
}

// clang 14 makes one __activemask() before the branch of the two in its sides.
// launch: <<<1, 64>>> clean nvrtc
extern "C" __global__ void the_lanes_that_are_active(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (in[t] % 3 == 0) {
        unsigned mask = __activemask();
        int first = __shfl_sync(mask, in[t], __ffs(mask) - 1);
        __syncwarp(mask);
        out[t] = first;
    } else {
        unsigned peers = __match_any_sync(__activemask(), in[t] % 3);
        out[t] = __popc(peers);
    }
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void tiles_and_coalesced_groups(const int *in, int *out, int n) {
    namespace cg = cooperative_groups;
    int t = threadIdx.x, sum = in[t];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    for (int half = 4; half > 0; half /= 2) sum += tile.shfl_down(sum, half);
    tile.sync();
    if (t & 1) {
        cg::coalesced_group odd = cg::coalesced_threads();
        sum += odd.shfl(in[t], 0) + odd.size();
        odd.sync();
    }
    out[t] = tile.thread_rank() == 0 ? sum : 0;
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void a_guarded_shuffle_of_those_it_names(const int *in, int *out, int n) {
    int t = threadIdx.x, other = 0;
    asm volatile("{.reg .pred p; setp.lt.u32 p, %1, 16; @p shfl.sync.bfly.b32 %0, %1, 1, 31, 0xffff;}" : "+r"(other) : "r"(t));
    out[t] = other;
}

// launch: <<<1, 32>>>
extern "C" __global__ void a_guarded_shuffle_that_names_all(const int *in, int *out, int n) {
    int t = threadIdx.x, other = 0;
    asm volatile("{.reg .pred p; setp.lt.u32 p, %1, 16; @p shfl.sync.bfly.b32 %0, %1, 1, 31, 0xffffffff;}" : "+r"(other) : "r"(t)); // expect: barrier "names thread (16,0,0)"
    out[t] = other;
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void a_lock_for_each_lane_and_then_all_meet(const int *in, int *out, int n) {
    __shared__ int lock, sum;
    int t = threadIdx.x;
    if (t == 0) lock = sum = 0;
    __syncwarp();
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence_block();
    *(volatile int *)&sum += in[t];
    __threadfence_block();
    atomicExch(&lock, 0);
    __syncwarp();
    out[t] = __shfl_sync(0xffffffff, sum, t ^ 1);
}

// launch: <<<1, 32>>>
extern "C" __global__ void groups_that_both_name_a_lane(const int *in, int *out, int n) {
    int t = threadIdx.x;
    unsigned mask = t < 16 ? 0x0001ffff : 0xffff0000;
    out[t] = __any_sync(mask, in[t] == 5); // expect: barrier "the mask 0x0001ffff of this vote names thread (16,0,0)" "with the same mask"
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void groups_that_name_their_own_lanes(const int *in, int *out, int n) {
    int t = threadIdx.x;
    unsigned mask = t < 16 ? 0x0000ffff : 0xffff0000;
    out[t] = __any_sync(mask, in[t] == 5);
}

// Lane 16 comes to the lower group's meeting after that of its own.
// launch: <<<1, 32>>> clean
extern "C" __global__ void a_lane_that_comes_to_both_groups(const int *in, int *out, int n) {
    int t = threadIdx.x, any = 0;
#pragma unroll 1
    for (int i = t < 16 ? 1 : 0; i < (t <= 16 ? 2 : 1); i++) {
        unsigned mask = i == 0 ? 0xffff0000 : 0x0001ffff;
        any += __any_sync(mask, in[t] == 5);
    }
    out[t] = any;
}
