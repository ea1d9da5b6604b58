// Fences, flags and atomics: what they order is no race, and what they do not order is one.

__device__ int count;
__device__ int partial[64];

// The last block adds up what the others left: the pattern of CUDA's programming guide.
// launch: <<<4, 64>>> clean
extern "C" __global__ void last_block_done(const int *in, int *out, int n) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicAdd(&count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++) sum += partial[i];
        out[0] = sum;
    }
}

// launch: <<<4, 64>>>
extern "C" __global__ void last_block_done_without_fence(const int *in, int *out, int n) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = in[blockIdx.x];
        last = atomicAdd(&count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            sum += partial[i]; // expect: race "`partial`, element 0" "of block (0,0,0)" "of block (3,0,0)" "__threadfence()"
        out[0] = sum;
    }
}

// launch: <<<4, 16>>> clean
extern "C" __global__ void all_threads_fence_before_the_ticket(const int *in, int *out, int n) {
    __shared__ bool last;
    partial[blockIdx.x * 16 + threadIdx.x] = in[threadIdx.x];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(&count, 1) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        int sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++) sum += partial[i * 16 + threadIdx.x];
        out[threadIdx.x] = sum;
    }
}

// launch: <<<2, 32>>> clean
extern "C" __global__ void one_thread_fences_for_its_block(const int *in, int *out, int n) {
    __shared__ bool last;
    partial[blockIdx.x * 32 + threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) out[threadIdx.x] = partial[threadIdx.x] + partial[32 + threadIdx.x];
}

// launch: <<<2, 64>>>
extern "C" __global__ void one_thread_fences_too_early(const int *in, int *out, int n) {
    __shared__ bool last;
    if (threadIdx.x == 0) __threadfence();
    if (threadIdx.x >= 32) partial[blockIdx.x * 32 + threadIdx.x - 32] = in[threadIdx.x];
    if (threadIdx.x == 0) last = atomicAdd(&count, 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x < 32)
        out[threadIdx.x] = partial[threadIdx.x] + partial[32 + threadIdx.x]; // expect: race "`partial`, element 0" "of block (0,0,0)" "of block (1,0,0)"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void volatile_flag_with_fences(const int *in, int *out, int n) {
    __shared__ int data[32];
    __shared__ volatile int flag;
    int t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncthreads();
    if (t >= 32) {
        data[t - 32] = in[t];
        __threadfence_block();
        __syncwarp();
        if (t == 32) {
            __threadfence_block();
            flag = 1;
        }
    } else {
        while (flag == 0) {
        }
        __threadfence_block();
        out[t] = data[31 - t];
    }
}

// launch: <<<1, 64>>>
extern "C" __global__ void volatile_flag_without_fence(const int *in, int *out, int n) {
    __shared__ int data[32];
    __shared__ volatile int flag;
    int t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncthreads();
    if (t >= 32) {
        data[t - 32] = in[t];
        __syncwarp();
        if (t == 32) flag = 1;
    } else {
        while (flag == 0) {
        }
        out[t] = data[31 - t]; // expect: race "`data`, element 31" "written by thread (63,0,0)" "read by thread (0,0,0)"
    }
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void release_and_acquire(const int *in, int *out, int n) {
    __shared__ int data[2];
    __shared__ int flag;
    int t = threadIdx.x;
    unsigned at = (unsigned)__cvta_generic_to_shared(&flag);
    if (t == 0) flag = 0;
    __syncthreads();
    if (t == 32) {
        data[n] = in[5];
        asm volatile("st.release.cta.shared.u32 [%0], %1;" ::"r"(at), "r"(1) : "memory");
    } else if (t == 0) {
        int seen = 0;
        while (seen == 0) asm volatile("ld.acquire.cta.shared.u32 %0, [%1];" : "=r"(seen) : "r"(at) : "memory");
        out[0] = data[n];
    }
}

// launch: <<<1, 64>>>
extern "C" __global__ void relaxed_is_not_release(const int *in, int *out, int n) {
    __shared__ int data[2];
    __shared__ int flag;
    int t = threadIdx.x;
    unsigned at = (unsigned)__cvta_generic_to_shared(&flag);
    if (t == 0) flag = 0;
    __syncthreads();
    if (t == 32) {
        data[n] = in[5];
        asm volatile("st.relaxed.cta.shared.u32 [%0], %1;" ::"r"(at), "r"(1) : "memory");
    } else if (t == 0) {
        int seen = 0;
        while (seen == 0) asm volatile("ld.relaxed.cta.shared.u32 %0, [%1];" : "=r"(seen) : "r"(at) : "memory");
        out[0] = data[n]; // expect: race "`data`" "written by thread (32,0,0)" "read by thread (0,0,0)"
    }
}

__device__ int ready;
__device__ int message;

// launch: <<<2, 32>>> clean
extern "C" __global__ void one_block_tells_the_next(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        message = in[9];
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(&ready), "r"(1) : "memory");
    } else {
        int seen = 0;
        while (seen == 0) asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(&ready) : "memory");
        out[0] = message;
    }
}

// launch: <<<2, 32>>> nvrtc
extern "C" __global__ void one_block_hopes_for_the_other(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0)
        message = in[9];
    else
        out[0] = message; // expect: race "`message`" "of block (0,0,0)" "of block (1,0,0)"
}

__device__ int mutex;
__device__ int guarded;

// launch: <<<3, 64>>> clean
extern "C" __global__ void a_lock(const int *in, int *out, int n) {
    if (threadIdx.x % 32 != 0) return;
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence();
    guarded += in[threadIdx.x] + 1;
    __threadfence();
    atomicExch(&mutex, 0);
}

// launch: <<<3, 64>>>
extern "C" __global__ void a_lock_that_nobody_takes(const int *in, int *out, int n) {
    if (threadIdx.x % 32 != 0) return;
    guarded += in[threadIdx.x] + 1; // expect: race "`guarded`" "__syncthreads()" optional  // expect: race "`guarded`"
    __threadfence();
    atomicExch(&mutex, 0);
}

// Every lane has its fence, and __syncwarp() lies between the fences and the flag.

__device__ int carried[32];
__device__ int carried_flag;

// launch: <<<2, 32>>> clean
extern "C" __global__ void all_lanes_fence_and_one_flags(const int *in, int *out, int n) {
    int lane = threadIdx.x;
    if (blockIdx.x == 0) {
        carried[lane] = in[lane];
        __threadfence();
        __syncwarp();
        if (lane == 0) atomicExch(&carried_flag, 1);
    } else {
        if (lane == 0)
            while (atomicAdd(&carried_flag, 0) == 0) continue;
        __syncwarp();
        __threadfence();
        out[lane] = carried[31 - lane];
    }
}

// launch: <<<2, 32>>>
extern "C" __global__ void no_warp_barrier_before_the_flag(const int *in, int *out, int n) {
    int lane = threadIdx.x;
    if (blockIdx.x == 0) {
        carried[lane] = in[lane];
        __threadfence();
        if (lane == 0) atomicExch(&carried_flag, 1);
    } else {
        if (lane == 0)
            while (atomicAdd(&carried_flag, 0) == 0) continue;
        __syncwarp();
        __threadfence();
        out[lane] = carried[31 - lane]; // expect: race "`carried`"
    }
}

// launch: <<<2, 32>>>
extern "C" __global__ void no_warp_barrier_after_the_flag(const int *in, int *out, int n) {
    int lane = threadIdx.x;
    if (blockIdx.x == 0) {
        carried[lane] = in[lane];
        __threadfence();
        __syncwarp();
        if (lane == 0) atomicExch(&carried_flag, 1);
    } else {
        if (lane == 0)
            while (atomicAdd(&carried_flag, 0) == 0) continue;
        __threadfence();
        out[lane] = carried[31 - lane]; // expect: race "`carried`"
    }
}

// launch: <<<2, 32>>>
extern "C" __global__ void one_lane_fences_too_early(const int *in, int *out, int n) {
    int lane = threadIdx.x;
    if (blockIdx.x == 0) {
        carried[lane] = in[lane];
        if (lane == 0) __threadfence();
        __syncwarp();
        if (lane == 0) atomicExch(&carried_flag, 1);
    } else {
        if (lane == 0)
            while (atomicAdd(&carried_flag, 0) == 0) continue;
        __syncwarp();
        __threadfence();
        out[lane] = carried[31 - lane]; // expect: race "`carried`"
    }
}

// launch: <<<3, 64>>> clean
extern "C" __global__ void a_lock_for_a_warp(const int *in, int *out, int n) {
    int lane = threadIdx.x % 32;
    if (lane == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0) continue;
        __threadfence();
    }
    __syncwarp();
    carried[lane] += in[lane];
    __threadfence();
    __syncwarp();
    if (lane == 0) atomicExch(&mutex, 0);
}

// The same between the warps that meet at a barrier with a thread count.

// launch: <<<2, 96>>> clean
extern "C" __global__ void two_warps_fence_and_one_thread_flags(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= 64) return;
    if (blockIdx.x == 0) {
        carried[t / 2] = in[t / 2];
        __threadfence();
        asm volatile("bar.sync 1, 64;" ::: "memory");
        if (t == 0) atomicExch(&carried_flag, 1);
    } else {
        if (t == 0)
            while (atomicAdd(&carried_flag, 0) == 0) continue;
        asm volatile("bar.sync 1, 64;" ::: "memory");
        __threadfence();
        out[t] = carried[31 - t / 2];
    }
}

// launch: <<<2, 96>>>
extern "C" __global__ void two_warps_and_no_fence_before_the_flag(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= 64) return;
    if (blockIdx.x == 0) {
        carried[t / 2] = in[t / 2];
        asm volatile("bar.sync 1, 64;" ::: "memory");
        if (t == 0) atomicExch(&carried_flag, 1);
    } else {
        if (t == 0)
            while (atomicAdd(&carried_flag, 0) == 0) continue;
        asm volatile("bar.sync 1, 64;" ::: "memory");
        __threadfence();
        out[t] = carried[31 - t / 2]; // expect: race "`carried`"
    }
}
