// Protocols that programs are made of, each beside the same one without what makes its order.

__device__ unsigned next_ticket, serving;
__device__ int word;
__device__ volatile int sums[16], prefixes[16], state[16];
__device__ int head, below[128];

// launch: <<<3, 96>>> clean
extern "C" __global__ void a_ticket_lock(const int *in, int *out, int n) {
    if (threadIdx.x % 32 != 0) return;
    unsigned mine = atomicAdd(&next_ticket, 1);
    while (*(volatile unsigned *)&serving != mine) {
    }
    __threadfence();
    word += n;
    __threadfence();
    *(volatile unsigned *)&serving = mine + 1;
}

// launch: <<<3, 96>>>
extern "C" __global__ void a_ticket_lock_without_fences(const int *in, int *out, int n) {
    if (threadIdx.x % 32 != 0) return;
    unsigned mine = atomicAdd(&next_ticket, 1);
    while (*(volatile unsigned *)&serving != mine) {
    }
    word += n; // expect: race "`word`"
    *(volatile unsigned *)&serving = mine + 1;
}

// launch: <<<16, 1>>> clean
extern "C" __global__ void a_scan_that_looks_back(const int *in, int *out, int n) {
    int id = atomicAdd(&next_ticket, 1), sum = in[id];
    sums[id] = sum;
    __threadfence();
    state[id] = 1;
    for (int at = id - 1; at >= 0; at--) {
        int seen;
        while ((seen = state[at]) == 0) {
        }
        __threadfence();
        if (seen == 2) {
            sum += prefixes[at];
            break;
        }
        sum += sums[at];
    }
    prefixes[id] = sum;
    __threadfence();
    state[id] = 2;
    out[id] = sum;
}

// launch: <<<16, 1>>>
extern "C" __global__ void a_scan_that_looks_back_without_fences(const int *in, int *out, int n) {
    int id = atomicAdd(&next_ticket, 1);
    prefixes[id] = in[id];
    state[id] = 2;
    if (id == 0) return;
    while (state[id - 1] == 0) {
    }
    out[id] = prefixes[id - 1]; // expect: unordered "`prefixes`" "luck decides which value is read"
}

// launch: <<<1, 64>>> n 20 clean
extern "C" __global__ void a_ring(const int *in, int *out, int n) {
    __shared__ int ring[4];
    __shared__ volatile int written, taken;
    if (threadIdx.x == 0) written = taken = 0;
    __syncthreads();
    for (int i = 0; i < n && threadIdx.x == 0; i++) {
        while (written - taken == 4) {
        }
        __threadfence_block();
        ring[i % 4] = in[i];
        __threadfence_block();
        written = i + 1;
    }
    for (int i = 0; i < n && threadIdx.x == 32; i++) {
        while (written == i) {
        }
        __threadfence_block();
        out[i] = ring[i % 4];
        __threadfence_block();
        taken = i + 1;
    }
}

// Who fills the ring again knows nothing of who empties it.
// launch: <<<1, 64>>>
extern "C" __global__ void a_ring_that_is_filled_again_too_early(const int *in, int *out, int n) {
    __shared__ int ring[4];
    __shared__ volatile int written;
    if (threadIdx.x == 0) written = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        ring[n] = in[0];
        __threadfence_block();
        written = 1;
        ring[n] = in[1]; // expect: race "`ring`" optional
    } else if (threadIdx.x == 32) {
        while (written == 0) {
        }
        __threadfence_block();
        out[0] = ring[n]; // expect: race "`ring`" optional
    }
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void a_stack_by_compare_and_swap(const int *in, int *out, int n) {
    int i = blockIdx.x * 64 + threadIdx.x, old = head, assumed;
    do {
        assumed = old;
        below[i] = assumed;
        __threadfence();
        old = atomicCAS(&head, assumed, i + 1);
    } while (old != assumed);
}

// launch: <<<2, 64>>>
extern "C" __global__ void a_stack_by_a_plain_store(const int *in, int *out, int n) {
    int i = blockIdx.x * 64 + threadIdx.x;
    below[i] = head; // expect: race "`head`" "read by" "written by" optional // expect: race "`head`" "written by" optional
    head = i + 1; // expect: race "`head`" // expect: warning race "`head`" "different values"
}

// ---- Peterson's lock ---------------------------------------------------------------------------------------------

__device__ volatile int wants[2], turn;
__device__ int guarded;

// launch: <<<1, 64>>> clean
extern "C" __global__ void petersons_lock(const int *in, int *out, int n) {
    if (threadIdx.x % 32 != 0) return;
    int me = threadIdx.x / 32;
    wants[me] = 1;
    turn = 1 - me;
    __threadfence();
    while (wants[1 - me] == 1 && turn == 1 - me) continue;
    __threadfence();
    guarded += in[me];
    __threadfence();
    wants[me] = 0;
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_turn_that_nobody_waits_for(const int *in, int *out, int n) {
    if (threadIdx.x % 32 != 0) return;
    int me = threadIdx.x / 32;
    turn = 1 - me; // expect: unordered "`turn`" "which value stays"
    out[me] = in[me];
}
