// What makes order and what only seems to: barriers that some threads meet at, __syncwarp() of some lanes, shuffles,
// the value that a read observed, and what comes after a release. Each wrong kernel beside the nearest that is right.

__device__ int flag, ticket, mutex, word, other_word;
__device__ int cells[4];

// ---- barriers with a thread count -----------------------------------------------------------------------------------

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_counted_barrier_of_all(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = tile[63 - t];
}

// launch: <<<1, 128>>>
extern "C" __global__ void a_barrier_of_each_warp(const int *in, int *out, int n) {
    __shared__ int tile[128];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    tile[t] = in[t] + n; // expect: race "`tile`" "read by thread" optional
    asm volatile("bar.sync 1, 32;" ::: "memory");
    out[t] = tile[127 - t]; // expect: race "`tile`" "written by thread" "read by thread"
}

// launch: <<<1, 128>>> clean
extern "C" __global__ void two_pairs_of_warps(const int *in, int *out, int n) {
    __shared__ int tile[128];
    int t = threadIdx.x, first = t / 64 * 64;
    tile[t] = in[t];
    asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory");
    out[t] = tile[first + 63 - (t - first)];
}

// launch: <<<1, 128>>>
extern "C" __global__ void two_pairs_that_look_at_each_other(const int *in, int *out, int n) {
    __shared__ int tile[128];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    tile[t] = in[t] + n; // expect: race "`tile`" "read by thread" optional
    asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory");
    out[t] = tile[127 - t]; // expect: race "`tile`" "written by thread" "read by thread"
}

// Warp 0 makes, warp 1 uses: bar.arrive tells, bar.sync waits.
// launch: <<<1, 64>>> n 3 clean
extern "C" __global__ void a_producer_and_a_consumer(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x % 32, sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        if (threadIdx.x < 32) {
            tile[t] = in[t] + i;
            asm volatile("bar.arrive 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            sum += tile[31 - t];
            asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
    }
    if (threadIdx.x >= 32) out[t] = sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_producer_that_goes_on(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        tile[t] = in[t];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        tile[t] = in[t] + n; // expect: race "`tile`" "read by thread" optional
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[t] = tile[31 - t]; // expect: race "`tile`" "written by thread" "read by thread" optional
    }
}

// Who only arrives knows nothing of what the others did.
// launch: <<<1, 64>>>
extern "C" __global__ void who_arrives_does_not_see(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    tile[t] = in[t] + n; // expect: race "`tile`" "read by thread" optional
    if (t < 32) {
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        out[t] = tile[63 - t]; // expect: race "`tile`" "written by thread" optional
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[t] = tile[63 - t];
    }
}

// Order goes on through a warp that met both of the others.
// launch: <<<1, 96>>> clean
extern "C" __global__ void by_way_of_a_third_warp(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (warp == 0) tile[t] = in[t];
    if (warp < 2) asm volatile("bar.sync 1, 64;" ::: "memory");
    if (warp > 0) asm volatile("bar.sync 2, 64;" ::: "memory");
    if (warp == 2) out[t] = tile[31 - t];
}

// launch: <<<1, 96>>>
extern "C" __global__ void the_third_warp_comes_too_early(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (warp == 1) tile[t] = 0;
    __syncthreads();
    if (warp == 0) tile[t] = in[t]; // expect: race "`tile`" "read by thread" optional
    if (warp > 0) asm volatile("bar.sync 2, 64;" ::: "memory");
    if (warp < 2) asm volatile("bar.sync 1, 64;" ::: "memory");
    if (warp == 2) out[t] = tile[31 - t]; // expect: race "`tile`" "written by thread" optional
}

// Time that passes is no order.
// launch: <<<1, 64>>>
extern "C" __global__ void a_barrier_for_show_and_a_nap(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    tile[t] = in[t] + n; // expect: race "`tile`" "read by thread" optional
    asm volatile("bar.sync 1, 32;" ::: "memory");
    __nanosleep(1000000);
    out[t] = tile[63 - t]; // expect: race "`tile`" "written by thread" "read by thread"
}

// ---- within a warp --------------------------------------------------------------------------------------------------

// launch: <<<1, 32>>> clean
extern "C" __global__ void half_a_warp_waits(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncwarp(t < 16 ? 0xffffu : 0xffff0000u);
    out[t] = tile[t ^ 1];
}

// launch: <<<1, 32>>>
extern "C" __global__ void half_a_warp_waits_for_itself(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncwarp(t < 16 ? 0xffffu : 0xffff0000u);
    out[t] = tile[31 - t]; // expect: race "`tile`" "no __syncwarp() between"
}

// A shuffle exchanges registers; it puts no memory in order.
// launch: <<<1, 32>>>
extern "C" __global__ void a_shuffle_is_no_barrier(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x;
    tile[t] = in[t];
    int other = __shfl_xor_sync(0xffffffff, in[t], 1);
    out[t] = tile[31 - t] + other; // expect: race "`tile`" "no __syncwarp() between"
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void a_shuffle_and_a_syncwarp(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x;
    tile[t] = in[t];
    int other = __shfl_xor_sync(0xffffffff, in[t], 1);
    __syncwarp();
    out[t] = tile[31 - t] + other;
}

// ---- after a release ------------------------------------------------------------------------------------------------

// launch: <<<2, 1>>>
extern "C" __global__ void written_again_after_the_release(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        word = n;
        __threadfence();
        atomicExch(&flag, 1);
        word = in[9]; // expect: race "`word`" "read by" optional
    } else {
        while (atomicAdd(&flag, 0) == 0) {
        }
        __threadfence();
        out[0] = word; // expect: race "`word`" "written by thread (0,0,0) of block (0,0,0)" optional
    }
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void written_again_and_released_again(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        word = n;
        __threadfence();
        atomicExch(&flag, 1);
        word = in[9];
        __threadfence();
        atomicExch(&flag, 2);
    } else {
        while (atomicAdd(&flag, 0) != 2) {
        }
        __threadfence();
        out[0] = word;
    }
}

// launch: <<<2, 64>>>
extern "C" __global__ void counted_once_more_after_the_lock(const int *in, int *out, int n) {
    if (threadIdx.x % 32 != 0) return;
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence();
    word += n; // expect: race "`word`" "__syncthreads()"
    __threadfence();
    atomicExch(&mutex, 0);
    word += n; // expect: race "`word`" "__syncthreads()"
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void counted_twice_in_the_lock(const int *in, int *out, int n) {
    if (threadIdx.x % 32 != 0) return;
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence();
    word += n;
    word += in[threadIdx.x];
    __threadfence();
    atomicExch(&mutex, 0);
}

// launch: <<<1, 64>>>
extern "C" __global__ void read_again_after_the_release(const int *in, int *out, int n) {
    if (threadIdx.x == 0) {
        out[0] = word;
        __threadfence();
        atomicExch(&flag, 1);
        out[1] = word; // expect: race "`word`" "written by thread (32,0,0)" optional
    } else if (threadIdx.x == 32) {
        while (atomicAdd(&flag, 0) == 0) {
        }
        __threadfence();
        word = n; // expect: race "`word`" "read by thread (0,0,0)" optional
    }
}

// ---- flags ----------------------------------------------------------------------------------------------------------

// launch: <<<2, 1>>>
extern "C" __global__ void a_flag_that_is_read_without_a_fence(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        word = in[9];
        __threadfence();
        atomicExch(&flag, 1);
    } else {
        while (atomicAdd(&flag, 0) == 0) {
        }
        out[0] = word; // expect: race "`word`" "orders nothing before a __threadfence()"
    }
}

// launch: <<<2, 1>>>
extern "C" __global__ void a_fence_too_narrow_after_the_flag(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        word = in[9];
        __threadfence();
        atomicExch(&flag, 1);
    } else {
        while (atomicAdd(&flag, 0) == 0) {
        }
        __threadfence_block();
        out[0] = word; // expect: race "`word`" "of block (0,0,0)"
    }
}

// launch: <<<2, 1>>>
extern "C" __global__ void another_flag_says_nothing(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        atomicExch(&ticket, 1);
        word = in[9];
        __threadfence();
        atomicExch(&flag, 1);
    } else {
        while (atomicAdd(&ticket, 0) == 0) {
        }
        __threadfence();
        out[0] = word; // expect: race "`word`" "of block (0,0,0)"
    }
}

// The first step is of block scope, within a block; the second goes to another block and takes the first along.
// launch: <<<2, 64>>> clean
extern "C" __global__ void released_by_another_thread(const int *in, int *out, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        word = in[9];
        __threadfence_block();
        atomicExch(&flag, 1);
    } else if (blockIdx.x == 0 && threadIdx.x == 32) {
        while (atomicAdd(&flag, 0) != 1) {
        }
        __threadfence();
        other_word = n;
        __threadfence();
        atomicExch(&flag, 2);
    } else if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (atomicAdd(&flag, 0) != 2) {
        }
        __threadfence();
        out[0] = word + other_word;
    }
}

// launch: <<<2, 64>>>
extern "C" __global__ void released_by_a_thread_that_did_not_acquire(const int *in, int *out, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        word = in[9];
        __threadfence_block();
        atomicExch(&flag, 1);
    } else if (blockIdx.x == 0 && threadIdx.x == 32) {
        __threadfence();
        atomicExch(&ticket, 2);
    } else if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (atomicAdd(&ticket, 0) != 2) {
        }
        __threadfence();
        out[0] = word; // expect: race "`word`" "of block (0,0,0)"
    }
}

// ---- tickets and who takes the last one -----------------------------------------------------------------------------

// CUDA C++ Programming Guide, memory fence functions: the sum of the last block, which resets the counter.
// launch: <<<4, 64>>> clean
extern "C" __global__ void the_last_block_resets_the_counter(const int *in, int *out, int n) {
    __shared__ bool last;
    volatile int *part = out + 1;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicInc((unsigned *)&ticket, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++) sum += part[i];
        out[0] = sum;
        ticket = 0;
    }
}

// launch: <<<4, 64>>>
extern "C" __global__ void every_block_resets_the_counter(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    __threadfence();
    if (atomicAdd(&ticket, 1) >= 0) ticket = 0; // expect: race "`ticket`" "updated by" // expect: race "`ticket`" "written by" optional
}

// launch: <<<1, 128>>> clean
extern "C" __global__ void the_last_warp_resets_the_counter(const int *in, int *out, int n) {
    __shared__ int arrived;
    if (threadIdx.x == 0) arrived = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0 && atomicAdd(&arrived, 1) == 3) {
        out[0] = n;
        arrived = 0;
    }
}

// launch: <<<1, 128>>>
extern "C" __global__ void the_first_warp_resets_the_counter(const int *in, int *out, int n) {
    __shared__ int arrived;
    if (threadIdx.x == 0) arrived = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0 && atomicAdd(&arrived, 1) == 0) { // expect: race "`arrived`" "updated by" optional
        out[0] = n;
        arrived = 0; // expect: race "`arrived`" optional
    }
}

// The last lane of one instruction to count is the last of the warp.
// launch: <<<1, 32>>> clean
extern "C" __global__ void the_last_lane_resets_the_counter(const int *in, int *out, int n) {
    __shared__ int arrived;
    if (threadIdx.x == 0) arrived = 0;
    __syncthreads();
    if (atomicAdd(&arrived, 1) == 31) arrived = 0;
}

// ---- scopes ---------------------------------------------------------------------------------------------------------

// launch: <<<2, 32>>>
extern "C" __global__ void counted_for_the_block_by_two_blocks(const int *in, int *out, int n) {
    atomicAdd_block(&cells[n], 1); // expect: race "`cells`" "updated by" "block scope"
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void counted_for_the_block_by_each_block(const int *in, int *out, int n) {
    atomicAdd_block(&cells[blockIdx.x], 1);
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void counted_for_the_device_by_two_blocks(const int *in, int *out, int n) {
    atomicAdd(&cells[n], 1);
}
