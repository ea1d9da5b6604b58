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

// The lanes of warp 0 read, and then its lane 0 frees.
// launch: <<<1, 32>>>
extern "C" __global__ void freed_by_a_lane_while_the_others_may_still_read(const int *in, int *out, int n) {
    __shared__ int *list;
    int t = threadIdx.x;
    if (t == 0) list = (int *)malloc(128);
    __syncthreads();
    list[t] = in[t];
    __syncthreads();
    out[t] = list[31 - t];
    if (t == 0) free(list); // expect: race "`memory from malloc`" "read by thread" "at line 126" "freed by thread (0,0,0) at line 127" "with no __syncwarp() between"
}

// The warp that frees comes late in most orders of the warps.
// launch: <<<1, 64>>>
extern "C" __global__ void freed_by_a_warp_that_did_not_wait_for_the_other(const int *in, int *out, int n) {
    __shared__ int *list;
    int t = threadIdx.x;
    if (t == 0) list = (int *)malloc(256);
    __syncthreads();
    list[t] = in[t];
    __syncthreads();
    if (t < 32) out[t] = list[t + 32];
    if (t == 32) {
        __nanosleep(1000);
        free(list); // expect: race "`memory from malloc`" "read by thread (0,0,0) at line 139" "freed by thread (32,0,0) at line 142" "with no __syncthreads() between"
    }
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void freed_by_a_lane_after_the_warp_met(const int *in, int *out, int n) {
    __shared__ int *list;
    int t = threadIdx.x;
    if (t == 0) list = (int *)malloc(128);
    __syncwarp();
    list[t] = in[t];
    __syncwarp();
    out[t] = list[31 - t];
    __syncwarp();
    if (t == 0) free(list);
}

// launch: <<<4, 64>>> clean
extern "C" __global__ void freed_by_the_last_block_that_counted(const int *in, int *out, int n) {
    __shared__ bool last;
    int t = threadIdx.x;
    static __device__ int *list;
    static __device__ unsigned ready, done;
    if (t == 0 && blockIdx.x == 0) {
        int *made = (int *)malloc(1024);
        for (int i = 0; i < 256; i++) made[i] = in[i];
        list = made;
        __threadfence();
        atomicExch(&ready, 1);
    }
    if (t == 0) {
        while (atomicAdd(&ready, 0) == 0) {}
        __threadfence();
    }
    __syncthreads();
    out[blockIdx.x * 64 + t] = list[255 - blockIdx.x * 64 - t];
    __syncthreads();
    if (t == 0) {
        __threadfence();
        last = atomicAdd(&done, 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last && t == 0) free(list);
}

// launch: <<<4, 64>>>
extern "C" __global__ void freed_by_the_last_block_that_begins_to_read(const int *in, int *out, int n) {
    int t = threadIdx.x;
    static __device__ int *list;
    static __device__ unsigned ready, begun;
    if (t == 0 && blockIdx.x == 0) {
        int *made = (int *)malloc(1024);
        for (int i = 0; i < 256; i++) made[i] = in[i];
        list = made;
        __threadfence();
        atomicExch(&ready, 1);
    }
    if (t == 0) {
        while (atomicAdd(&ready, 0) == 0) {}
        __threadfence();
    }
    __syncthreads();
    int last = 0;
    if (t == 0) last = atomicAdd(&begun, 1) == gridDim.x - 1;
    out[blockIdx.x * 64 + t] = list[255 - blockIdx.x * 64 - t];
    __syncthreads();
    if (last) free(list); // expect: race "`memory from malloc`" "read by thread" "freed by thread (0,0,0) of block (3,0,0)" "nothing orders the two blocks"
}
