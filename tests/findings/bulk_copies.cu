// Bulk copies (cp.async.bulk): one thread's copy, whose bytes a phase of a barrier object waits for. libcu++'s
// cuda::memcpy_async with a cuda::barrier is made of these from sm_90 on. What an H100 does with the wrong ones stands in
// runner/sim/memory/bulk_copy.c.
typedef unsigned long long Object;

__device__ static unsigned shared_address(const void *at) { return (unsigned)__cvta_generic_to_shared(at); }
// Macros, so that a finding names the line that uses them.
#define make(bar, count) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(count) : "memory")
#define expect(bar, bytes) \
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(bytes) : "memory")
#define arrive_expect(bar, bytes) \
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(bar)), "r"(bytes) : "memory")
#define arrive(bar) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(bar)) : "memory")
#define copy(to, from, bytes, bar)                                                                                       \
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(        \
                     shared_address(to)),                                                                                \
                 "l"(from), "r"(bytes), "r"(shared_address(bar))                                                         \
                 : "memory")
#define wait_for(bar, parity)                                                                                           \
    for (int over = 0; !over;)                                                                                          \
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"        \
                 : "=r"(over)                                                                                           \
                 : "r"(shared_address(bar)), "r"(parity)                                                                \
                 : "memory")

// launch: <<<2, 64>>> clean
extern "C" __global__ void all_wait(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) make(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) { arrive_expect(&bar, 256); copy(tile, in + 64 * blockIdx.x, 256, &bar); }
    wait_for(&bar, 0);
    out[64 * blockIdx.x + threadIdx.x] = tile[63 - threadIdx.x];
}

// The bytes are expected by another thread than the one that copies, which never arrives.
// launch: <<<1, 64>>> clean
extern "C" __global__ void another_arrives(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) make(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) arrive_expect(&bar, 256);
    if (threadIdx.x == 37) copy(tile, in, 256, &bar);
    wait_for(&bar, 0);
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// Two copies for one phase, and what is expected after them; then the next phase.
// launch: <<<1, 64>>> clean
extern "C" __global__ void two_phases(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) make(&bar, 64);
    __syncthreads();
    if (threadIdx.x == 0) { copy(tile, in, 64, &bar); copy(tile + 16, in + 16, 192, &bar); expect(&bar, 256); }
    arrive(&bar);
    wait_for(&bar, 0);
    int sum = tile[63 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) { expect(&bar, 256); copy(tile, in + 64, 256, &bar); }
    arrive(&bar);
    wait_for(&bar, 1);
    out[threadIdx.x] = sum + tile[63 - threadIdx.x];
}

// One warp fetches the next part while the other works on this one.
// launch: <<<1, 64>>> n 4 clean
extern "C" __global__ void two_stages(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[2][32];
    __shared__ Object full[2], empty[2];
    if (threadIdx.x == 0)
        for (int i = 0; i < 2; i++) { make(&full[i], 1); make(&empty[i], 32); }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < n; i++) {
            if (i >= 2) wait_for(&empty[i % 2], i / 2 - 1 & 1);
            arrive_expect(&full[i % 2], 128);
            copy(tile[i % 2], in + 32 * i, 128, &full[i % 2]);
        }
    int sum = 0;
    for (int i = 0; i < n && threadIdx.x >= 32; i++) {
        wait_for(&full[i % 2], i / 2 & 1);
        sum += tile[i % 2][63 - threadIdx.x];
        arrive(&empty[i % 2]);
    }
    if (threadIdx.x >= 32) out[threadIdx.x] = sum;
}

// The stages are filled again before their readers have looked: these wait for a phase that is long over, whose parity has
// come again.
// launch: <<<1, 64>>> n 4
extern "C" __global__ void filled_too_early(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[2][32];
    __shared__ Object full[2];
    if (threadIdx.x == 0)
        for (int i = 0; i < 2; i++) make(&full[i], 1);
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < n; i++) {
            if (i >= 2) wait_for(&full[i % 2], i / 2 - 1 & 1);
            arrive_expect(&full[i % 2], 128);
            copy(tile[i % 2], in + 32 * i, 128, &full[i % 2]);
        }
    int sum = 0;
    for (int i = 0; i < n && threadIdx.x >= 32; i++) {
        wait_for(&full[i % 2], i / 2 & 1); // expect: deadlock "`full`"
        sum += tile[i % 2][63 - threadIdx.x];
    }
    if (threadIdx.x >= 32) out[threadIdx.x] = sum;
}

// The second part goes where the first one may still be read.
// launch: <<<1, 64>>>
extern "C" __global__ void refilled(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar[2];
    if (threadIdx.x == 0) { make(&bar[0], 1); make(&bar[1], 1); }
    __syncthreads();
    if (threadIdx.x == 0) { arrive_expect(&bar[0], 256); copy(tile, in, 256, &bar[0]); }
    wait_for(&bar[0], 0);
    int sum = tile[63 - threadIdx.x]; // expect: race "`tile`, element" "written by thread (0,0,0)" "read by thread"
    if (threadIdx.x == 0) { arrive_expect(&bar[1], 256); copy(tile, in + 64, 256, &bar[1]); } // expect: race "`tile`, element" "read by thread" "written by thread (0,0,0)" optional
    wait_for(&bar[1], 0);
    out[threadIdx.x] = sum + tile[63 - threadIdx.x];
}

// launch: <<<1, 64>>>
extern "C" __global__ void no_wait(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) make(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) { arrive_expect(&bar, 256); copy(tile, in, 256, &bar); }
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x]; // expect: race "`tile`, element 63" "thread (0,0,0) copies to it with cp.async.bulk at line" "read by thread (0,0,0)" "a wait at the copy's barrier"
}

// One thread has waited, and tells nobody.
// launch: <<<1, 64>>>
extern "C" __global__ void one_waits(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) make(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        arrive_expect(&bar, 256);
        copy(tile, in, 256, &bar); // expect: race "`tile`, element" "written by thread (0,0,0)" "read by thread" optional
        wait_for(&bar, 0);
    }
    out[threadIdx.x] = tile[63 - threadIdx.x]; // expect: race "`tile`, element" optional
}

// One thread has waited, and a barrier tells the others.
// launch: <<<1, 64>>> clean
extern "C" __global__ void one_waits_for_all(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) make(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) { arrive_expect(&bar, 256); copy(tile, in, 256, &bar); wait_for(&bar, 0); }
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// No bytes are expected, so that the phase may end before the copy.
// launch: <<<1, 64>>>
extern "C" __global__ void nothing_expected(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) make(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) { copy(tile, in, 256, &bar); arrive(&bar); }
    wait_for(&bar, 0);
    out[threadIdx.x] = tile[63 - threadIdx.x]; // expect: race "`tile`, element" "copies to it with cp.async.bulk" "expects its bytes"
}

// launch: <<<1, 32>>> budget 100000
extern "C" __global__ void too_much_expected(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) make(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) { arrive_expect(&bar, 272); copy(tile, in, 256, &bar); }
    wait_for(&bar, 0); // expect: budget
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// launch: <<<1, 32>>> budget 100000
extern "C" __global__ void too_little_expected(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) make(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) { arrive_expect(&bar, 240); copy(tile, in, 256, &bar); }
    wait_for(&bar, 0); // expect: budget
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// launch: <<<1, 32>>>
extern "C" __global__ void more_than_an_object_counts(const int *in, int *out, int n) {
    __shared__ Object bar;
    if (threadIdx.x == 0) make(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) arrive_expect(&bar, 1 << 20); // expect: barrier "`bar`" "expect more than 1048575 bytes"
}

// launch: <<<1, 64>>>
extern "C" __global__ void without_init(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) copy(tile, in, 256, &bar); // expect: barrier "`bar`" "was not initialised"
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// launch: <<<1, 32>>>
extern "C" __global__ void source_out_of_bounds(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) { make(&bar, 1); arrive_expect(&bar, 32); copy(tile, in + 252, 32, &bar); } // expect: out-of-bounds "thread (0,0,0)" "`in`"
    __syncwarp();
    wait_for(&bar, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// launch: <<<1, 32>>>
extern "C" __global__ void target_out_of_bounds(const int *in, int *out, int n) {
    __shared__ Object bar;
    __shared__ __align__(16) int tile[64];
    if (threadIdx.x == 0) { make(&bar, 1); arrive_expect(&bar, 272); copy(tile, in, 272, &bar); } // expect: out-of-bounds "thread (0,0,0)"
    __syncwarp();
    wait_for(&bar, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// launch: <<<1, 32>>>
extern "C" __global__ void misaligned_source(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) { make(&bar, 1); arrive_expect(&bar, 64); copy(tile, in + 2, 64, &bar); } // expect: misaligned "byte 8 of `in`" "a multiple of 16"
    __syncwarp();
    wait_for(&bar, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// launch: <<<1, 32>>>
extern "C" __global__ void not_a_multiple(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) { make(&bar, 1); arrive_expect(&bar, 24); copy(tile, in, 24, &bar); } // expect: misaligned "copies 24 bytes" "a multiple of 16"
    __syncwarp();
    wait_for(&bar, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// The target is still being read.
// launch: <<<1, 64>>>
extern "C" __global__ void over_what_is_read(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    tile[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x == 0) make(&bar, 1);
    __syncthreads();
    int sum = tile[63 - threadIdx.x]; // expect: race "`tile`, element" optional
    if (threadIdx.x == 0) { arrive_expect(&bar, 256); copy(tile, in + 64, 256, &bar); } // expect: race "`tile`, element" "read by thread" optional
    wait_for(&bar, 0);
    out[threadIdx.x] = sum + tile[63 - threadIdx.x];
}

// The source is written while it may still be read.
// launch: <<<1, 32>>>
extern "C" __global__ void source_written(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[32];
    __shared__ Object bar;
    out[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x == 0) make(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        arrive_expect(&bar, 128); copy(tile, out, 128, &bar);
        out[4] = 7; // expect: race "`out`, element 4" "copies from it with cp.async.bulk" "written by thread (0,0,0)" "at its barrier"
    }
    wait_for(&bar, 0);
    out[32 + threadIdx.x] = tile[threadIdx.x];
}

// More than the simulator keeps under way.
// launch: <<<1, 32>>> n 3000
extern "C" __global__ void never_waited_for(const int *in, int *out, int n) {
    __shared__ __align__(16) int tile[64];
    __shared__ Object bar;
    if (threadIdx.x == 0) { make(&bar, 1); expect(&bar, 256); }
    __syncthreads();
    for (int i = 0; i < n && threadIdx.x == 0; i++)
        copy(tile, in, 256, &bar); // expect: race "`tile`, element" "cp.async.bulk"
}
