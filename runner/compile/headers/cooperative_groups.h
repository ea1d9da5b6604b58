/* Cooperative groups: the thread block, tiles of a warp, coalesced threads; of the grid the numbers, no barrier. */
#pragma once

namespace cooperative_groups {

class grid_group {
  public:
    __ws_member unsigned long long size() const {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * (blockDim.x * blockDim.y * blockDim.z);
    }
    __ws_member unsigned long long num_threads() const { return size(); }
    __ws_member unsigned long long thread_rank() const {
        unsigned long long block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
        unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
        return block * (blockDim.x * blockDim.y * blockDim.z) + thread;
    }
    __ws_member dim3 group_dim() const { return gridDim; }
};
__ws_inline grid_group this_grid() { return {}; }

class thread_block {
  public:
    __ws_member static void sync() { __syncthreads(); }
    __ws_member static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    __ws_member static unsigned num_threads() { return size(); }
    __ws_member static unsigned thread_rank() {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    __ws_member static dim3 group_index() { return blockIdx; }
    __ws_member static dim3 thread_index() { return threadIdx; }
    __ws_member static dim3 group_dim() { return blockDim; }
    __ws_member static dim3 dim_threads() { return blockDim; }
};
__ws_inline thread_block this_thread_block() { return {}; }

/* Threads of one warp, named by a mask. A rank is the number of members below. */
class __ws_warp_group {
  protected:
    unsigned mask;
    __ws_member explicit __ws_warp_group(unsigned members) : mask(members) {}

  public:
    __ws_member unsigned __ws_members() const { return mask; }
    __ws_member void sync() const { __syncwarp(mask); }
    __ws_member int any(int predicate) const { return __any_sync(mask, predicate); }
    __ws_member int all(int predicate) const { return __all_sync(mask, predicate); }
};

__ws_inline unsigned __ws_lane() { return __nvvm_read_ptx_sreg_laneid(); }

template <unsigned Size, typename Parent = thread_block> class thread_block_tile : public __ws_warp_group {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

  public:
    __ws_member thread_block_tile()
        : __ws_warp_group(Size == 32 ? 0xffffffffu : ((1u << (Size & 31)) - 1) << (__ws_lane() & ~(Size - 1) & 31)) {}
    __ws_member static unsigned size() { return Size; }
    __ws_member static unsigned num_threads() { return Size; }
    __ws_member static unsigned thread_rank() { return thread_block::thread_rank() & (Size - 1); }
    __ws_member static unsigned meta_group_rank() { return Parent::thread_rank() / Size; }
    __ws_member static unsigned meta_group_size() { return (Parent::size() + Size - 1) / Size; }
    template <typename T> __ws_member T shfl(T value, int rank) const { return __shfl_sync(mask, value, rank, Size); }
    template <typename T> __ws_member T shfl_up(T value, unsigned by) const { return __shfl_up_sync(mask, value, by, Size); }
    template <typename T> __ws_member T shfl_down(T value, unsigned by) const {
        return __shfl_down_sync(mask, value, by, Size);
    }
    template <typename T> __ws_member T shfl_xor(T value, unsigned by) const { return __shfl_xor_sync(mask, value, by, Size); }
    __ws_member unsigned ballot(int predicate) const { return __ballot_sync(mask, predicate) >> (__ws_lane() & ~(Size - 1) & 31); }
#if __CUDA_ARCH__ >= 700
    template <typename T> __ws_member unsigned match_any(T value) const {
        return __match_any_sync(mask, value) >> (__ws_lane() & ~(Size - 1) & 31);
    }
#endif
};

template <unsigned Size, typename Parent> __ws_inline thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
    return {};
}

class coalesced_group : public __ws_warp_group {
    __ws_member int lane_of(unsigned rank) const {
        unsigned rest = mask;
        for (unsigned i = 0; i < rank; i++) rest &= rest - 1;
        return __ffs((int)rest) - 1;
    }

  public:
    __ws_member coalesced_group() : __ws_warp_group(__activemask()) {}
    __ws_member explicit coalesced_group(unsigned members) : __ws_warp_group(members) {}
    __ws_member unsigned size() const { return (unsigned)__popc(mask); }
    __ws_member unsigned num_threads() const { return size(); }
    __ws_member unsigned thread_rank() const { return (unsigned)__popc(mask & ((1u << __ws_lane()) - 1)); }
    template <typename T> __ws_member T shfl(T value, int rank) const { return __shfl_sync(mask, value, lane_of(rank)); }
    /* a thread that has no partner keeps its own value */
    template <typename T> __ws_member T shfl_up(T value, unsigned by) const {
        return shfl(value, (int)(thread_rank() >= by ? thread_rank() - by : thread_rank()));
    }
    template <typename T> __ws_member T shfl_down(T value, unsigned by) const {
        return shfl(value, (int)(thread_rank() + by < size() ? thread_rank() + by : thread_rank()));
    }
    __ws_member unsigned ballot(int predicate) const {
        unsigned votes = __ballot_sync(mask, predicate), packed = 0;
        for (unsigned rank = 0; rank < size(); rank++) packed |= (votes >> lane_of(rank) & 1) << rank;
        return packed;
    }
};
__ws_inline coalesced_group coalesced_threads() { return {}; }

#if __CUDA_ARCH__ >= 700
/* Those of a tile's threads that have the same label, or the same answer. */
template <unsigned Size, typename Parent, typename T>
__ws_inline coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &tile, T label) {
    return coalesced_group(__match_any_sync(tile.__ws_members(), label));
}
template <unsigned Size, typename Parent>
__ws_inline coalesced_group binary_partition(const thread_block_tile<Size, Parent> &tile, bool answer) {
    unsigned yes = __ballot_sync(tile.__ws_members(), answer);
    return coalesced_group(answer ? yes : tile.__ws_members() & ~yes);
}
#endif

/* The first thread of the group calls it. */
template <typename Group, typename Function, typename... Arguments>
__ws_inline void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
    if (group.thread_rank() == 0) function(arguments...);
}

template <typename Group> __ws_inline void sync(const Group &group) { group.sync(); }


} // namespace cooperative_groups
