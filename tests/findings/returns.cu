// Threads that have returned from the kernel before a barrier, which need not come to it, and threads that a condition
// leads around it, which must. Compilers make the same instructions of both.

#define LEAVE_IF(condition) \
    if (condition) return
#define SYNC() __syncthreads()

static __device__ int clamped(int x) {
    if (x < 0) return 0;
    return x;
}

// launch: <<<1, 64>>> n 40
extern "C" __global__ void the_return_of_a_helper_excuses_nothing(const int *in, int *out, int n) {
    int t = threadIdx.x;
    int value = clamped(in[t] - 20);
    if (t < n) {
        out[t] = value;
        __syncthreads(); // expect: barrier "divergent"
        out[t] += clamped(in[t] - 30);
    }
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void a_helper_with_a_return_and_a_return(const int *in, int *out, int n) {
    int t = threadIdx.x;
    int value = clamped(in[t] - 20);
    if (t >= n) return;
    out[t] = value;
    __syncthreads();
    out[t] += clamped(in[t] - 30);
}

// launch: <<<1, 64>>> n 40 nvrtc
extern "C" __global__ void a_return_that_no_thread_takes(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (in[t] > 900) return;
    if (t < n) {
        out[t] = 4;
        __syncthreads(); // expect: barrier "24 threads from (40,0,0) to (63,0,0)"
        out[t] = 1;
    }
}

// launch: <<<1, 64>>> n 40 nvrtc
extern "C" __global__ void a_return_that_all_take_or_none(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (n < 0) return;
    if (t < n) {
        out[t] = 4;
        __syncthreads(); // expect: barrier "divergent"
        out[t] = 1;
    }
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void a_condition_that_holds_for_all_that_have_not_returned(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    if (in[t] < 200) {
        out[t] = 4;
        __syncthreads();
        out[t] = 1;
    }
}

// launch: <<<1, 64>>> n 40 nvrtc
extern "C" __global__ void a_condition_for_some_that_have_not_returned(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    if (in[t] < 35) {
        out[t] = 4;
        __syncthreads(); // expect: barrier "5 threads from (35,0,0) to (39,0,0)"
        out[t] = 1;
    }
}

// launch: <<<1, 64>>> n 32 nvrtc
extern "C" __global__ void a_warp_goes_around_and_one_thread_returns(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (in[t] == 63) return;
    if (t < n) {
        out[t] = 4;
        __syncthreads(); // expect: barrier "31 of them have ended without coming"
        out[t] = 1;
    }
}

// launch: <<<1, 64>>> n 32 clean
extern "C" __global__ void a_warp_returns_with_a_store(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= n) {
        out[t] = in[t] + 1;
        return;
    }
    if (in[0] == 0) {
        out[t] = 4;
        __syncthreads();
        out[t] = 1;
    }
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void a_return_on_the_other_side(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t < n) {
        out[t] = in[t];
        __syncthreads();
    } else {
        return;
    }
    out[t] += 1;
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void a_return_whose_condition_came_before(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < n)
        tile[t] = in[t];
    else
        tile[t] = 0;
    if (t >= n) return;
    __syncthreads();
    out[t] = tile[63 - t];
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void a_return_by_a_variable(const int *in, int *out, int n) {
    int t = threadIdx.x;
    bool done = t >= n;
    int value = in[t];
    if (done) return;
    if (value < 100) {
        out[t] = 3;
        __syncthreads();
        out[t] = value;
    }
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void a_return_before_a_loop_of_barriers(const int *in, int *out, int n) {
    int t = threadIdx.x, sum = 0;
    if (t >= n) return;
#pragma unroll 1
    for (int i = 0; i < n / 10; i++) {
        sum += in[i];
        if (n > 3) __syncthreads();
        out[t] = sum;
    }
}

// launch: <<<1, 64>>> n 40
extern "C" __global__ void a_loop_of_different_lengths_behind_a_return(const int *in, int *out, int n) {
    int t = threadIdx.x, sum = 0;
    if (t >= n) return;
#pragma unroll 1
    for (int i = 0; i < in[t] / 32; i++) {
        sum += in[i];
        __syncthreads(); // expect: barrier
    }
    out[t] = sum;
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void a_return_within_the_loop(const int *in, int *out, int n) {
    int t = threadIdx.x;
    bool done = t >= n;
    for (int i = 0; i < n / 10; i++) {
        if (done) return;
        __syncthreads();
        out[t] = in[i];
    }
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void half_as_many_come_back_each_time(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    for (int k = 32; k > 0; k /= 2) {
        if (t >= k) return;
        tile[t] += tile[t + k];
        __syncthreads();
    }
    out[t] = tile[t];
}

// launch: <<<1, 64>>> n 40
extern "C" __global__ void a_loop_that_is_left_by_break(const int *in, int *out, int n) {
    int t = threadIdx.x;
    for (int i = 0; i < 4; i++) {
        if (t + i >= n) break;
        __syncthreads(); // expect: barrier
        out[t] = in[i];
    }
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void a_return_in_a_macro(const int *in, int *out, int n) {
    int t = threadIdx.x;
    LEAVE_IF(t >= n);
    if (in[0] == 0) {
        out[t] = 3;
        SYNC();
        out[t] = in[t];
    }
}

// launch: <<<1, 64>>> n 40
extern "C" __global__ void a_macro_with_a_return_that_is_not_used(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t < n) {
        out[t] = 3;
        SYNC(); // expect: barrier "divergent"
        out[t] = in[t];
    }
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void threads_that_exit_in_assembly(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= n) asm volatile("exit;");
    if (in[0] == 0) {
        out[t] = 3;
        __syncthreads();
        out[t] = in[t];
    }
}

// launch: <<<1, 64>>> n 40
static __device__ void meet_some(int t, int n) {
    if (t >= n) return;
    __syncthreads(); // expect: barrier "divergent"
}
extern "C" __global__ void a_helper_returns_and_the_kernel_goes_on(const int *in, int *out, int n) {
    int t = threadIdx.x;
    meet_some(t, n);
    out[t] = in[t];
}

// launch: <<<1, 64>>> n 32
static __device__ void meet_or_not(int t, int n) {
    if (t >= n) return;
    __syncthreads(); // expect: barrier "32 of them have ended"
}
extern "C" __global__ void a_warp_goes_on_behind_a_helper(const int *in, int *out, int n) {
    int t = threadIdx.x;
    out[t] = in[t];
    meet_or_not(t, n);
    out[t] = in[t] + 1;
}

// launch: <<<1, 64>>> n 40
static __device__ int sum_of(int *tile, int t, int n) {
    if (n < 0) return 0;
    if (t < n) {
        tile[t] += 1;
        __syncthreads(); // expect: barrier "divergent"
    }
    return tile[t];
}
extern "C" __global__ void a_helper_with_a_return_and_a_condition(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    out[t] = sum_of(tile, t, n);
}

template <int width> static __device__ void body(const int *in, int *out, int t, int n) {
    __shared__ int tile[64];
    if (t >= n) return;
    tile[t] = in[t] + width;
    if (width > 1) __syncthreads();
    out[t] = tile[n - 1 - t];
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void a_kernel_that_is_all_in_a_helper(const int *in, int *out, int n) {
    if (n > 50)
        body<4>(in, out, threadIdx.x, n);
    else
        body<2>(in, out, threadIdx.x, n);
}

// launch: <<<1, 64>>> n 40 nvrtc
static __device__ void meet_all() {
    __syncthreads(); // expect: barrier "divergent"
}
extern "C" __global__ void a_helper_under_a_condition(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (in[t] > 900) return;
    if (t < n) {
        out[t] = 3;
        meet_all();
        out[t] = in[t];
    }
}

// launch: <<<1, 64>>> n 40
extern "C" __global__ void a_return_behind_the_condition(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t < n) {
        out[t] = 3;
        __syncthreads(); // expect: barrier "divergent"
        out[t] = in[t];
    }
    if (in[t] > 50) return;
    out[t] += 1;
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void either_return_and_a_barrier_under_what_all_meet(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    if (in[t] == 7) {
        out[t] = 0;
        return;
    }
    if (blockDim.x == 64 && n < 100) {
        out[t] = 3;
        __syncthreads();
    }
    out[t] += in[t];
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void a_switch_with_returns(const int *in, int *out, int n) {
    int t = threadIdx.x;
    switch (in[t] % 4) {
    case 0: out[t] = 3; return;
    case 1: out[t] = 7; break;
    case 2: return;
    default: out[t] = 4;
    }
    if (n > 3) __syncthreads();
    out[t] += 1;
}
