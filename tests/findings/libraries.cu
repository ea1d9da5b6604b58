// Cooperative groups, cuda::barrier and cuda::pipeline: what their copies and waits order.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

// launch: <<<1, 64>>> clean
extern "C" __global__ void tiles_of_sixteen_add_up(const int *in, int *out, int n) {
    __shared__ int part[4];
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int sum = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());
    if (tile.thread_rank() == 0) part[tile.meta_group_rank()] = sum;
    block.sync();
    if (block.thread_rank() < 4) out[threadIdx.x] = part[threadIdx.x];
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_tile_waits_for_itself_alone(const int *in, int *out, int n) {
    __shared__ int part[2];
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    int sum = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());
    if (tile.thread_rank() == 0) part[tile.meta_group_rank()] = sum; // expect: race "`part`" "no __syncthreads()"
    tile.sync();
    if (threadIdx.x < 32) out[threadIdx.x] = part[threadIdx.x % 2]; // expect: warning uninitialised "`part`"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_tile_scans(const int *in, int *out, int n) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int inclusive = cg::inclusive_scan(tile, in[threadIdx.x]);
    int exclusive = cg::exclusive_scan(tile, in[threadIdx.x], cg::plus<int>());
    assert(inclusive == exclusive + in[threadIdx.x]);
    int first = threadIdx.x & ~31u, count = (threadIdx.x & 31) + 1; // in holds 0, 1, 2, ...
    assert(inclusive == count * first + count * (count - 1) / 2);
    out[threadIdx.x] = inclusive;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void the_odd_ones_add_up(const int *in, int *out, int n) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    auto part = cg::binary_partition(tile, in[threadIdx.x] % 2 == 1);
    int sum = cg::reduce(part, in[threadIdx.x], cg::plus<int>());
    int first = threadIdx.x & ~31u;
    assert(part.size() == 16 && sum == 16 * first + (in[threadIdx.x] % 2 == 1 ? 256 : 240));
    out[threadIdx.x] = cg::inclusive_scan(part, 1);
    assert(out[threadIdx.x] == (int)(threadIdx.x % 32) / 2 + 1);
}

// launch: <<<1, 128>>> clean
extern "C" __global__ void a_block_copies_and_waits(const int *in, int *out, int n) {
    __shared__ int tile[128];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof(int) * 128);
    cg::wait(block);
    out[threadIdx.x] = tile[127 - threadIdx.x];
    assert(out[threadIdx.x] == 127 - (int)threadIdx.x);
}

// launch: <<<1, 128>>>
extern "C" __global__ void a_block_copies_and_meets_without_a_wait(const int *in, int *out, int n) {
    __shared__ int tile[128];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof(int) * 128);
    block.sync();
    out[threadIdx.x] = tile[127 - threadIdx.x]; // expect: race "`tile`"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void two_batches_of_a_block(const int *in, int *out, int n) {
    __shared__ int first[64], second[64];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, first, in, sizeof(int) * 64);
    cg::memcpy_async(block, second, in + 64, sizeof(int) * 64);
    cg::wait_prior<1>(block);
    out[threadIdx.x] = first[63 - threadIdx.x];
    cg::wait_prior<0>(block);
    out[64 + threadIdx.x] = second[63 - threadIdx.x];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_barrier_waits_for_the_copies_of_a_block(const int *in, int *out, int n) {
    __shared__ int tile[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&arrived, blockDim.x);
    block.sync();
    cuda::memcpy_async(block, tile, in, sizeof(int) * 64, arrived);
    arrived.arrive_and_wait();
    out[threadIdx.x] = tile[63 - threadIdx.x];
    assert(out[threadIdx.x] == 63 - (int)threadIdx.x);
}

// An aligned size: a bulk copy by one thread from sm_90 on.
// launch: <<<1, 64>>> clean
extern "C" __global__ void a_barrier_waits_for_the_bulk_copy_of_a_block(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&arrived, 64);
    block.sync();
    cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(256), arrived);
    arrived.arrive_and_wait();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// launch: <<<1, 64>>> nvrtc
extern "C" __global__ void the_barrier_of_the_bulk_copy_is_not_waited_for(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&arrived, 64);
    block.sync();
    cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(256), arrived);
    block.sync();
    out[threadIdx.x] = tile[63 - threadIdx.x]; // expect: race "`tile`, element 63" "cp.async.bulk" "a wait at the copy's barrier"
}

// launch: <<<1, 64>>>
extern "C" __global__ void the_barrier_of_the_copies_is_not_waited_for(const int *in, int *out, int n) {
    __shared__ int tile[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&arrived, blockDim.x);
    block.sync();
    cuda::memcpy_async(block, tile, in, sizeof(int) * 64, arrived);
    (void)arrived.arrive();
    block.sync();
    out[threadIdx.x] = tile[63 - threadIdx.x]; // expect: race "`tile`"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_pipeline_of_each_thread(const int *in, int *out, int n) {
    __shared__ int tile[2][64];
    auto pipe = cuda::make_pipeline();
    for (int turn = 0; turn < 4; turn++) {
        if (turn < 3) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[turn % 2][threadIdx.x], in + 64 * turn + threadIdx.x, sizeof(int), pipe);
            pipe.producer_commit();
        }
        if (turn == 0) continue;
        pipe.consumer_wait();
        __syncthreads();
        out[64 * (turn - 1) + threadIdx.x] = tile[(turn - 1) % 2][63 - threadIdx.x];
        __syncthreads();
        pipe.consumer_release();
    }
    assert(out[128 + threadIdx.x] == 128 + 63 - (int)threadIdx.x);
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_pipeline_that_waits_for_one_batch_too_few(const int *in, int *out, int n) {
    __shared__ int tile[64];
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[threadIdx.x], in + threadIdx.x, sizeof(int), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x]; // expect: race "`tile`"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_pipeline_of_the_block(const int *in, int *out, int n) {
    __shared__ int tile[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    cg::thread_block block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int turn = 0; turn < 4; turn++) {
        if (turn < 3) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[turn % 2], in + 64 * turn, sizeof(int) * 64, pipe);
            pipe.producer_commit();
        }
        if (turn == 0) continue;
        pipe.consumer_wait();
        out[64 * (turn - 1) + threadIdx.x] = tile[(turn - 1) % 2][63 - threadIdx.x];
        pipe.consumer_release();
    }
    assert(out[128 + threadIdx.x] == 128 + 63 - (int)threadIdx.x);
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void one_warp_copies_and_one_works(const int *in, int *out, int n) {
    __shared__ int tile[2][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    cg::thread_block block = cg::this_thread_block();
    bool copies = threadIdx.x < 32;
    auto pipe =
        cuda::make_pipeline(block, &state, copies ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    for (int turn = 0; turn < 4; turn++) {
        if (copies) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[turn % 2][threadIdx.x], in + 32 * turn + threadIdx.x, sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            out[32 * turn + threadIdx.x % 32] = tile[turn % 2][63 - threadIdx.x];
            pipe.consumer_release();
        }
    }
}
