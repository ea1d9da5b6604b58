// Barriers that not all threads reach or that never open, loops without end, kernels that stop themselves.

// launch: <<<1, 64>>> clean
extern "C" __global__ void barrier_of_all(const int *in, int *out, int n) {
    int t = threadIdx.x;
    int any = __syncthreads_or(in[t] == 5);
    out[t] = any;
}

// launch: <<<1, 64>>>
extern "C" __global__ void barrier_in_divergent_code(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t % 32 < 16) __syncthreads(); // expect: barrier "divergent" "16 threads from (0,0,0) to (15,0,0)"
    out[t] = in[t];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void barrier_in_code_that_all_run(const int *in, int *out, int n) {
    if (n < 100) __syncthreads();
    out[threadIdx.x] = in[threadIdx.x];
}

// launch: <<<1, 64>>>
extern "C" __global__ void two_different_barriers(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t < 32) {
        out[t] = 1;
        __syncthreads(); // expect: warning barrier "different __syncthreads()"
    } else {
        out[t] = 2;
        __syncthreads();
        out[t] = in[t];
    }
}

// launch: <<<1, 64>>>
extern "C" __global__ void one_warp_waits_alone(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= 32) asm volatile("bar.sync 1, 64;" ::: "memory"); // expect: deadlock "barrier 1 has 32 threads of 64"
    out[t] = in[t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void each_waits_for_the_other(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t < 32)
        asm volatile("bar.sync 1, 64;" ::: "memory"); // expect: deadlock "can never open"
    else
        asm volatile("bar.sync 2, 64;" ::: "memory");
    out[t] = in[t];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void producer_and_consumer_by_named_barrier(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x;
    if (t < 32) {
        tile[t] = in[t];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[t - 32] = tile[63 - t];
    }
}

// launch: <<<1, 32>>>
extern "C" __global__ void lanes_that_left_before_the_barrier(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= 16) return;
    __syncthreads(); // expect: barrier "divergent" "16 threads from (16,0,0) to (31,0,0) of the same warp are at the end of the kernel"
    out[t] = in[t];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_warp_that_left_is_not_waited_for(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= 32) return;
    __syncthreads();
    out[t] = in[t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void loop_without_end(const int *in, int *out, int n) {
    volatile const int *never = in;
    while (never[0] == 0) { // expect: deadlock "`in`, element 0" "nobody is left"
    }
    out[threadIdx.x] = 1;
}

// launch: <<<1, 64>>> n 1000 clean
extern "C" __global__ void loop_with_an_end(const int *in, int *out, int n) {
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) sum ^= in[i % 64];
    out[threadIdx.x] = sum;
}

// launch: <<<1, 32>>>
extern "C" __global__ void stops_itself(const int *in, int *out, int n) {
    if (in[threadIdx.x] == 9) __trap(); // expect: trap "thread (9,0,0) executed a trap"
    out[threadIdx.x] = 1;
}

// launch: <<<1, 32>>>
extern "C" __global__ void assertion_that_fails(const int *in, int *out, int n) {
    assert(in[threadIdx.x] < 20); // expect: trap "in[threadIdx.x] < 20" "(20,0,0)"
    out[threadIdx.x] = 1;
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void assertion_that_holds(const int *in, int *out, int n) {
    assert(in[threadIdx.x] < 200);
    out[threadIdx.x] = 1;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void the_barrier_after_the_branch(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t % 32 < 16)
        tile[t] = in[t];
    else
        tile[t] = -in[t];
    __syncthreads();
    out[t] = tile[63 - t];
}

// launch: <<<1, 64>>> n 3 clean
extern "C" __global__ void a_barrier_in_a_loop_of_all(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    for (int i = 0; i < n; i++) {
        __syncthreads();
        int other = tile[(t + 1) % 64];
        __syncthreads();
        tile[t] += other;
    }
    out[t] = tile[t];
}

// launch: <<<1, 64>>> n 3
extern "C" __global__ void a_barrier_in_a_loop_of_some(const int *in, int *out, int n) {
    int t = threadIdx.x, sum = 0;
#pragma unroll 1
    for (int i = 0; i < t % 3; i++) {
        sum += in[t + i];
        __syncthreads(); // expect: barrier "divergent"
    }
    out[t] = sum;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void both_warps_at_barrier_one(const int *in, int *out, int n) {
    int t = threadIdx.x;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = in[t];
}
