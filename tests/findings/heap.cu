// The device heap.

// launch: <<<2, 4>>> clean
extern "C" __global__ void malloc_and_free(const int *in, int *out, int n) {
    int *own = (int *)malloc(16);
    own[n] = in[threadIdx.x];
    out[blockIdx.x * 4 + threadIdx.x] = own[n];
    free(own);
}

// launch: <<<2, 4>>>
extern "C" __global__ void never_freed(const int *in, int *out, int n) {
    int *own = (int *)malloc(16); // expect: warning heap "8 pieces of memory from this malloc were never freed" "16 bytes" "thread (0,0,0)"
    own[n] = in[threadIdx.x];
    out[blockIdx.x * 4 + threadIdx.x] = own[n];
}

// launch: <<<1, 1>>>
extern "C" __global__ void freed_twice(const int *in, int *out, int n) {
    int *own = (int *)malloc(16);
    out[0] = n;
    free(own);
    if (n == 1) free(own); // expect: heap "a second time" "freed at line 22 already"
}

// launch: <<<1, 1>>>
extern "C" __global__ void used_after_free(const int *in, int *out, int n) {
    volatile int *own = (volatile int *)malloc(16);
    own[n] = 3;
    free((void *)own);
    out[0] = own[n]; // expect: out-of-bounds "reads byte 4 of the 16 bytes of memory from malloc at line 28 after they were freed at line 30"
}

// launch: <<<1, 1>>>
extern "C" __global__ void frees_what_malloc_did_not_return(const int *in, int *out, int n) {
    free(out + n); // expect: heap "which malloc did not return"
}

// launch: <<<1, 1>>> clean
extern "C" __global__ void frees_nothing(const int *in, int *out, int n) {
    free((void *)(size_t)(n - 1));
}

// launch: <<<1, 1>>>
extern "C" __global__ void past_the_end_of_malloc(const int *in, int *out, int n) {
    volatile int *own = (volatile int *)malloc(16);
    own[n + 3] = 3; // expect: out-of-bounds "`memory from malloc`" "16" "one past its end"
    free((void *)own);
}

// launch: <<<1, 1>>>
extern "C" __global__ void more_than_the_heap_holds(const int *in, int *out, int n) {
    volatile int *own = (volatile int *)malloc((size_t)n << 30);
    own[0] = 3; // expect: out-of-bounds "null pointer"
}

// launch: <<<1, 1>>> clean
extern "C" __global__ void asks_whether_malloc_gave(const int *in, int *out, int n) {
    volatile int *own = (volatile int *)malloc((size_t)n << 30);
    if (own) own[0] = 3;
    free((void *)own);
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void one_allocates_for_the_block(const int *in, int *out, int n) {
    __shared__ int *shared_by_all;
    int t = threadIdx.x;
    if (t == 0) shared_by_all = (int *)malloc(128);
    __syncthreads();
    shared_by_all[t] = in[t];
    __syncthreads();
    out[t] = shared_by_all[31 - t];
    __syncthreads();
    if (t == 0) free(shared_by_all);
}

// launch: <<<1, 64>>>
extern "C" __global__ void one_allocates_and_nobody_waits(const int *in, int *out, int n) {
    __shared__ int *shared_by_all;
    int t = threadIdx.x;
    if (t == 0) shared_by_all = (int *)malloc(256);
    __syncthreads();
    shared_by_all[t] = in[t]; // expect: race "`memory from malloc`" "read by thread" "written by thread"
    out[t] = shared_by_all[63 - t]; // expect: race "`memory from malloc`" "written by thread" "read by thread"  // expect: warning uninitialised "`memory from malloc`" optional
    __syncthreads();
    if (t == 0) free(shared_by_all);
}

// launch: <<<2, 64>>>
extern "C" __global__ void what_a_block_shares_on_the_heap_does_not_keep_the_next_one_from_running(const int *in, int *out, int n) {
    __shared__ int *list;
    int t = threadIdx.x;
    if (t == 0) list = (int *)malloc(64 * sizeof(int));
    __syncthreads();
    list[t] = in[t];
    __syncthreads();
    out[blockIdx.x * 64 + t] = list[63 - t];
    __syncthreads();
    if (t == 0) free(list);
    assert(blockIdx.x == 0 || t != 5); // expect: trap "(5,0,0)"
}

// launch: <<<32, 64>>>
extern "C" __global__ void handed_on_in_every_block_and_raced_for_in_the_last(const int *in, int *out, int n) {
    __shared__ int *chunk;
    int t = threadIdx.x;
    if (t == 0) chunk = (int *)malloc(64 * sizeof(int));
    __syncthreads();
    chunk[t] = in[t];
    __syncthreads();
    int other = chunk[63 - t];
    __syncthreads();
    if (blockIdx.x == 31) out[t % 32] = other + 2 * t; // expect: race "`out`, element 0" "written by thread (0,0,0)" "written by thread (32,0,0)"
    if (t == 0) free(chunk);
}
