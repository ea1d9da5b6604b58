// Reads of what nobody wrote.

// launch: <<<1, 64>>>
extern "C" __global__ void shared_half_filled(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < 32) tile[t] = in[t];
    __syncthreads();
    out[t] = tile[t]; // expect: warning uninitialised "`tile`, element 32" "read by thread (32,0,0)" "before any thread wrote it"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void shared_filled(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < 32) {
        tile[t] = in[t];
        tile[t + 32] = 0;
    }
    __syncthreads();
    out[t] = tile[t];
}

// launch: <<<2, 64>>>
extern "C" __global__ void shared_does_not_outlive_its_block(const int *in, int *out, int n) {
    __shared__ int kept[1];
    if (blockIdx.x == 0 && threadIdx.x == 0) kept[in[0]] = 5;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = kept[in[0]]; // expect: warning uninitialised "`kept`" "thread (0,0,0)"
}

// launch: <<<2, 64>>>
extern "C" __global__ void adds_to_an_output_that_holds_nothing(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += in[i]; // expect: warning uninitialised "`out`, element 0" "thread (0,0,0) of block (0,0,0)"
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void adds_to_an_output_that_it_set(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = n;
    __syncthreads();
    out[i] += in[i];
}

// launch: <<<2, 64>>>
extern "C" __global__ void counts_in_an_output_that_holds_nothing(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&out[in[i] % 8], 1); // expect: warning uninitialised "`out`, element 0"
}

// launch: <<<1, 32>>>
extern "C" __global__ void local_half_filled(const int *in, int *out, int n) {
    int own[8];
    for (int i = 0; i < 4; i++) own[in[i]] = i;
    out[threadIdx.x] = own[in[threadIdx.x] % 8]; // expect: warning uninitialised "thread (4,0,0) reads what it never wrote"
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void local_filled(const int *in, int *out, int n) {
    int own[8];
    for (int i = 0; i < 8; i++) own[in[i]] = i;
    out[threadIdx.x] = own[in[threadIdx.x] % 8];
}

struct Gap {
    char small;
    double large;
};

// launch: <<<1, 32>>> clean
extern "C" __global__ void local_structures_have_gaps(const int *in, int *out, int n) {
    Gap own[4], copy[4];
    for (int i = 0; i < 4; i++) {
        own[in[i]].small = (char)i;
        own[in[i]].large = i;
    }
    for (int i = 0; i < 4; i++) copy[in[i]] = own[3 - in[i]];
    out[threadIdx.x] = (int)copy[in[threadIdx.x] % 4].large + copy[in[threadIdx.x] % 4].small;
}

// launch: <<<1, 4>>>
extern "C" __global__ void fresh_from_malloc(const int *in, int *out, int n) {
    int *own = (int *)malloc(16);
    own[0] = in[threadIdx.x];
    out[threadIdx.x] = own[n]; // expect: warning uninitialised "`memory from malloc`" "thread (0,0,0)"
    free(own);
}

// launch: <<<2, 4>>> clean
extern "C" __global__ void fresh_from_malloc_and_filled(const int *in, int *out, int n) {
    int *own = (int *)malloc(16);
    for (int i = 0; i < 4; i++) own[i] = in[i];
    out[blockIdx.x * 4 + threadIdx.x] = own[n];
    free(own);
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void shared_filled_by_every_block(const int *in, int *out, int n) {
    __shared__ int kept[1];
    if (threadIdx.x == 0) kept[in[0]] = 5;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = kept[in[0]];
}
