// Volatile loads whose value a loop waits for, and such that decide something in a loop which ends by itself.

__device__ volatile int flag, stop;
__device__ int best, sum, word;

// launch: <<<1, 64>>>
extern "C" __global__ void ten_looks_that_wait_for_nothing(const int *in, int *out, int n) {
    if (threadIdx.x == 32) flag = 2; // expect: unordered "`flag`" "luck decides which value is read" optional
    if (threadIdx.x != 0) return;
#pragma unroll 1
    for (int i = 0; i < 10; i++) {
        if (flag) // expect: unordered "`flag`" "luck decides which value is read" optional
            out[i] = in[i] * 3;
        else
            out[i + 20] = in[i + 1] / 7;
    }
}

// launch: <<<1, 64>>> n 9 clean
extern "C" __global__ void looks_until_it_is_up(const int *in, int *out, int n) {
    if (threadIdx.x == 32) flag = 2;
    if (threadIdx.x != 0) return;
#pragma unroll 1
    for (;;) {
        if (flag) {
            out[0] = in[0] * 3;
            break;
        }
        sum += n;
    }
}

// The value sets what the loop asks at its end.
// launch: <<<1, 64>>> n 9 clean
extern "C" __global__ void a_look_that_ends_the_loop_by_a_variable(const int *in, int *out, int n) {
    if (threadIdx.x == 32) flag = 2;
    if (threadIdx.x != 0) return;
    int done = 0, rounds = 0;
#pragma unroll 1
    while (done < n) {
        if (flag == 2) {
            out[done + 1] = in[done];
            done += 3;
        }
        rounds++;
    }
    out[0] = rounds > 0;
}

// launch: <<<1, 64>>> n 9 clean
extern "C" __global__ void a_look_that_ends_the_loop_by_memory(const int *in, int *out, int n) {
    __shared__ int done[2];
    done[0] = done[1] = 0;
    __syncthreads();
    if (threadIdx.x == 32) flag = 2;
    if (threadIdx.x != 0) return;
    while (done[n % 2] == 0)
        if (flag == 2) done[in[1]] = 1;
}

// The inner loop ends by itself, the outer one by the value.
// launch: <<<1, 64>>> n 9 clean
extern "C" __global__ void a_loop_of_looks_in_a_loop_that_waits(const int *in, int *out, int n) {
    if (threadIdx.x == 32) flag = 2;
    if (threadIdx.x != 0) return;
    int seen = 0;
    do {
#pragma unroll 1
        for (int i = 0; i < n; i++)
            if (flag == 2) seen = 1;
    } while (seen == 0);
    out[0] = in[0];
}

// launch: <<<1, 64>>> n 9
extern "C" __global__ void a_loop_that_waits_and_then_looks(const int *in, int *out, int n) {
    if (threadIdx.x == 32) {
        flag = 2; // expect: unordered "`flag`" "luck decides which value is read" optional
        stop = 1;
    }
    if (threadIdx.x != 0) return;
    int looked = 0;
    do looked += flag; // expect: unordered "`flag`" "luck decides which value is read" optional
    while (stop == 0);
    out[0] = looked;
}

// ---- functions that are called --------------------------------------------------------------------------------------

static __device__ __noinline__ int look(volatile int *at) {
    return *at;
}

static __device__ __noinline__ void look_and_note(volatile int *at, int *found) {
    if (*at == 2) *found = 1;
}

static __device__ __noinline__ int look_by_another(volatile int *at) {
    return look(at) * 2;
}

// launch: <<<1, 64>>>
static __device__ __noinline__ int look_once(volatile int *at) {
    return *at; // expect: unordered "`flag`" "luck decides which value is read" optional
}

extern "C" __global__ void a_function_looks_once(const int *in, int *out, int n) {
    if (threadIdx.x == 32) flag = 2; // expect: unordered "`flag`" "luck decides which value is read" optional
    if (threadIdx.x == 0) out[0] = look_once(&flag);
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_function_looks_again_and_again(const int *in, int *out, int n) {
    if (threadIdx.x == 32) flag = 2;
    if (threadIdx.x == 0)
        while (look_by_another(&flag) != 4) {}
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_function_looks_and_tells_by_a_pointer(const int *in, int *out, int n) {
    int found = 0;
    if (threadIdx.x == 32) flag = 2;
    if (threadIdx.x == 0)
        while (found == 0) look_and_note(&flag, &found);
}

// ---- what only decides whether the word is updated -------------------------------------------------------------------

// launch: <<<2, 64>>> n 4 clean
extern "C" __global__ void a_maximum_that_is_looked_at_first(const int *in, int *out, int n) {
    for (int i = 0; i < n; i++) {
        int mine = in[(threadIdx.x * 7 + i) % 64];
        if (mine > *(volatile int *)&best) atomicMax(&best, mine);
    }
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void a_maximum_that_is_looked_at_once(const int *in, int *out, int n) {
    int mine = in[threadIdx.x * 7 % 64];
    if (mine > *(volatile int *)&best) atomicMax(&best, mine);
    out[threadIdx.x] = mine;
}

// As many as come before the others have counted.
// launch: <<<2, 64>>> n 4
extern "C" __global__ void a_count_that_is_looked_at_first(const int *in, int *out, int n) {
    if (*(volatile int *)&sum < 20) atomicAdd(&sum, n); // expect: unordered "`sum`"
}

// launch: <<<2, 64>>> n 4
extern "C" __global__ void a_maximum_that_decides_more(const int *in, int *out, int n) {
    int mine = in[threadIdx.x * 7 % 64];
    if (mine > *(volatile int *)&best) { // expect: unordered "`best`" "luck decides which value is read" optional
        atomicMax(&best, mine); // expect: unordered "`best`" "luck decides which value is read" optional
        out[threadIdx.x + 64 * blockIdx.x] = mine;
    }
}
