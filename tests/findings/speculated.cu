// Loads that the compiler executes in all lanes, although by the source only some threads read, and those that all read.

// launch: <<<1, 64>>> clean
extern "C" __global__ void first_thread_reads_by_and(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = in[t] + 1;
    if (t == 0 && part[0] != 0) out[0] = part[0];
}

// launch: <<<1, 64>>>
extern "C" __global__ void all_threads_read_before_and(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = in[t] + 1;
    if (part[0] != 0 && t == 0) out[0] = 7; // expect: race "`part`" "read by thread (32,0,0)"
}

// launch: <<<1, 64>>>
extern "C" __global__ void all_threads_read_for_bits(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = in[t] + 1;
    if ((part[0] != 0) | (t == 0)) out[t] = 7; // expect: race "`part`" "read by thread (32,0,0)"
}

// Both are the same instructions as with the condition on the thread in front of && where the other is a row of bits.
// launch: <<<1, 64>>> clean
extern "C" __global__ void first_thread_reads_by_or(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = in[t] + 1;
    if (t != 0 || part[0] != 0) out[t] = 7;
}

// launch: <<<1, 64>>>
extern "C" __global__ void the_other_thread_reads_by_or(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = in[t] + 1;
    if (t != 32 || part[0] != 0) out[t] = 7; // expect: race "`part`" "read by thread (32,0,0)"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void three_conditions(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = in[t] + 1;
    if (t == 0 && n == 1 && part[0] > 0) out[0] = 7;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void condition_behind_too(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = in[t] + 1;
    if (t == 0 && part[0] > 2 && n > 3) out[0] = 7;
}

// launch: <<<1, 64>>>
extern "C" __global__ void conditions_behind_alone(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = in[t] + 1;
    if (part[0] > 2 && t == 0 && n > 3) out[0] = 7; // expect: race "`part`" "read by thread (32,0,0)"
}

// The second load is no read where the first value decides, and thread 0 finds in part[0] what it wrote itself.
// launch: <<<1, 64>>> clean
extern "C" __global__ void first_value_decides(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = in[t] + 1;
    if (t == 0 && (part[0] != 0 || part[32] > n)) out[0] = 7;
}

// launch: <<<1, 64>>>
extern "C" __global__ void second_value_is_needed(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = in[t] + 1; // expect: race "`part`, element 32" "read by thread (0,0,0)"
    if (t == 0 && (part[0] == 0 || part[32] > n)) out[0] = 7; // expect: warning uninitialised "`part`, element 32" optional
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void first_thread_takes_it(const int *in, int *out, int n) {
    __shared__ float part[64];
    int t = threadIdx.x;
    part[t] = in[t] + 1;
    float sum = 5;
    if (t == 0) sum += part[0];
    out[t] = sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void others_take_it(const int *in, int *out, int n) {
    __shared__ float part[64];
    int t = threadIdx.x;
    part[t] = in[t] + 1;
    float sum = 5;
    if (t != 0) sum += part[0]; // expect: race "`part`" "read by thread (32,0,0)"
    out[t] = sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void all_read_and_one_takes_it(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = in[t] + 1;
    int first = part[0]; // expect: race "`part`" "read by thread (32,0,0)"
    out[t] = first + (t == 0 ? first : 5);
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void greater_one_is_taken(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x, most = t;
    part[t] = in[t] + 1;
    if (t == 0 && part[0] > most) most = part[0];
    out[t] = most;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void bools(const int *in, int *out, int n) {
    __shared__ bool odd[64];
    int t = threadIdx.x;
    odd[t] = in[t] & 1;
    bool mine = t == 0;
    if (mine && odd[0]) out[0] = 7;
}

// By the compiler's order of blocks, thread 0 alone comes to the store and all others to the load.
__device__ int best;
// launch: <<<1, 64>>> clean
extern "C" __global__ void first_thread_writes_and_reads(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t == 0) best = n;
    if (t == 0 && best > 2) out[0] = 7;
}

// launch: <<<1, 64>>> nvrtc
extern "C" __global__ void first_thread_writes_and_another_reads(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t == 0) best = n;
    if (t == 32 && best > 2) out[0] = 7; // expect: race "`best`" "thread (32,0,0)"
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void first_block_writes_and_reads(const int *in, int *out, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) best = n;
    if (blockIdx.x == 0 && threadIdx.x == 0 && best > 2) out[0] = 7;
}

// launch: <<<2, 64>>>
extern "C" __global__ void first_block_writes_and_second_reads(const int *in, int *out, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) best = n;
    if (blockIdx.x == 1 && threadIdx.x == 0 && best > 2) out[0] = 7; // expect: race "`best`" "block"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void turns_of_one_thread(const int *in, int *out, int n) {
    __shared__ int done;
    int t = threadIdx.x;
    if (t == 0) done = 0;
    __syncthreads();
    for (int i = 0; i < 4; i++) {
        if (t == i) done = 1;
        if (t == i && done) out[i] = 1;
        __syncthreads();
    }
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void unwritten_and_not_asked_for(const int *in, int *out, int n) {
    __shared__ int kept[2];
    int t = threadIdx.x;
    if (t == 0 && n > 1) kept[in[0] % 2] = in[0];
    __syncthreads();
    if (t == 0 && n > 1 && kept[0] > 2) out[0] = 7;
}

// launch: <<<1, 64>>>
extern "C" __global__ void unwritten_and_asked_for(const int *in, int *out, int n) {
    __shared__ int kept[2];
    int t = threadIdx.x;
    if (t == 0 && n > 1) kept[in[0] % 2] = in[0];
    __syncthreads();
    if (t == 0 && n > 0 && kept[0] > 2) out[0] = 7; // expect: uninitialised "`kept`, element 0" "read by thread (0,0,0)"
}

// Nothing of what follows is ever executed, and nothing of it decides.
// launch: <<<1, 64>>>
extern "C" __global__ void a_loop_behind_the_load_has_no_end(const int *in, int *out, int n) {
    __shared__ int part[64];
    part[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    unsigned word = (unsigned)__cvta_generic_to_shared(part);
    int read;
    asm volatile("{ld.shared.s32 %0, [%1]; AGAIN: bra AGAIN;}" : "=r"(read) : "r"(word)); // expect: budget "for ever"
    out[threadIdx.x] = read;
}
