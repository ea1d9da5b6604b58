// What a release and an acquire say, and of which place (PTX ISA, "Release and Acquire Patterns"): a release orders by
// the place that it writes, and acquires nothing; a fence orders by whatever its thread reads before and writes after.
// The one thread that writes data in block 0 hands it to one in block 1. Each wrong kernel beside the nearest right one.
#include <cuda/atomic>

using namespace cuda;

__device__ int data, flag, other_flag, mutex;
__device__ int cells[32];

static __device__ atomic_ref<int, thread_scope_device> at(int &word) {
    return atomic_ref<int, thread_scope_device>(word);
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_release_and_an_acquire(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        at(flag).store(1, memory_order_release);
    } else {
        while (at(flag).load(memory_order_acquire) != 1) {}
        out[0] = data;
    }
}

// launch: <<<2, 1>>>
extern "C" __global__ void a_release_of_another_word(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        at(flag).store(1, memory_order_release);
        at(other_flag).store(1, memory_order_relaxed);
    } else {
        while (at(other_flag).load(memory_order_acquire) != 1) {}
        out[0] = data; // expect: race "`data`" "nothing orders the two blocks"
    }
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_fence_before_another_word(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        atomic_thread_fence(memory_order_acq_rel, thread_scope_device);
        at(flag).store(1, memory_order_relaxed);
        at(other_flag).store(1, memory_order_relaxed);
    } else {
        while (at(other_flag).load(memory_order_acquire) != 1) {}
        out[0] = data;
    }
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_release_and_then_the_same_word_again(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        at(flag).store(1, memory_order_release);
        at(flag).store(2, memory_order_relaxed);
    } else {
        while (at(flag).load(memory_order_acquire) != 2) {}
        out[0] = data;
    }
}

// launch: <<<2, 1>>>
extern "C" __global__ void a_release_acquires_nothing(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        at(flag).store(1, memory_order_release);
    } else {
        while (at(flag).load(memory_order_relaxed) != 1) {}
        at(other_flag).store(1, memory_order_release);
        out[0] = data; // expect: race "`data`" "orders nothing before a __threadfence()"
    }
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_fence_acquires_what_was_read_before(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        at(flag).store(1, memory_order_release);
    } else {
        while (at(flag).load(memory_order_relaxed) != 1) {}
        atomic_thread_fence(memory_order_acquire, thread_scope_device);
        out[0] = data;
    }
}

// launch: <<<2, 1>>>
extern "C" __global__ void a_lock_that_is_given_back_relaxed(const int *in, int *out, int n) {
    while (at(mutex).exchange(1, memory_order_acquire) != 0) {}
    data += in[3]; // expect: race "`data`" "nothing orders the two blocks"
    at(cells[blockIdx.x]).store(1, memory_order_release);
    at(mutex).store(0, memory_order_relaxed);
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_lock_that_is_released(const int *in, int *out, int n) {
    while (at(mutex).exchange(1, memory_order_acquire) != 0) {}
    data += in[3];
    at(cells[blockIdx.x]).store(1, memory_order_relaxed);
    at(mutex).store(0, memory_order_release);
}

// Each lane's fence is its own, but __threadfence() is fence.sc, and of two of those one comes first.
// launch: <<<2, 32>>> clean
extern "C" __global__ void the_warp_fenced_by_threadfence(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        cells[t] = in[t];
        __threadfence();
        __syncwarp();
        if (t == 0) at(flag).store(1, memory_order_relaxed);
    } else {
        if (t == 0) while (at(flag).load(memory_order_relaxed) == 0) {}
        __syncwarp();
        __threadfence();
        out[t] = cells[31 - t];
    }
}

// launch: <<<2, 32>>>
extern "C" __global__ void the_warp_fenced_by_acquire_and_release(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        cells[t] = in[t];
        atomic_thread_fence(memory_order_acq_rel, thread_scope_device);
        __syncwarp();
        if (t == 0) at(flag).store(1, memory_order_relaxed);
    } else {
        if (t == 0) while (at(flag).load(memory_order_acquire) == 0) {}
        __syncwarp();
        out[t] = cells[31 - t]; // expect: race "`cells`" "nothing orders the two blocks"
    }
}

// launch: <<<2, 32>>> clean
extern "C" __global__ void one_lane_fences_for_the_warp_behind_its_barrier(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        cells[t] = in[t];
        __syncwarp();
        if (t == 0) {
            atomic_thread_fence(memory_order_acq_rel, thread_scope_device);
            at(flag).store(1, memory_order_relaxed);
        }
    } else {
        if (t == 0) while (at(flag).load(memory_order_acquire) == 0) {}
        __syncwarp();
        out[t] = cells[31 - t];
    }
}
