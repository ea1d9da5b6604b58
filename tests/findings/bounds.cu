// Addresses outside what they should lie in, and addresses that are not aligned. Both buffers have 256 elements.

// launch: <<<2, 128>>> clean
extern "C" __global__ void every_element(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

// launch: <<<2, 128>>>
extern "C" __global__ void one_past_the_end(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 1]; // expect: out-of-bounds "reads element 256 of `in`" "one past its end" "block (1,0,0)"
}

// launch: <<<1, 64>>>
extern "C" __global__ void one_before_the_start(const int *in, int *out, int n) {
    int i = threadIdx.x;
    out[i] = in[i - 1]; // expect: out-of-bounds "`in`" "one before its start" "thread (0,0,0)"
}

// launch: <<<3, 128>>> n 256
extern "C" __global__ void no_guard(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 1; // expect: out-of-bounds "writes element 256 of `out`" "256 elements"
}

// launch: <<<3, 128>>> n 256 clean
extern "C" __global__ void a_guard(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

// launch: <<<1, 32>>>
extern "C" __global__ void null_pointer(const int *in, int *out, int n) {
    const int *nothing = (const int *)(size_t)(n - 1);
    out[threadIdx.x] = nothing[threadIdx.x]; // expect: out-of-bounds "null pointer"
}

// launch: <<<1, 32>>>
extern "C" __global__ void wild_pointer(const int *in, int *out, int n) {
    const int *wild = (const int *)(0x123456780000ull + n * 64);
    out[threadIdx.x] = *wild; // expect: out-of-bounds "where no variable lies"
}

// launch: <<<1, 32>>>
extern "C" __global__ void shared_one_past_the_end(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x;
    tile[t + (n == 1)] = in[t]; // expect: out-of-bounds "element 32 of `tile`" "one past its end"
    __syncwarp();
    out[t] = tile[t];
}

// launch: <<<1, 32>>> shared 128 clean
extern "C" __global__ void dynamic_shared_that_fits(const int *in, int *out, int n) {
    extern __shared__ int room[];
    int t = threadIdx.x;
    room[t] = in[t];
    __syncwarp();
    out[t] = room[31 - t];
}

// launch: <<<1, 32>>> shared 64
extern "C" __global__ void dynamic_shared_too_small(const int *in, int *out, int n) {
    extern __shared__ int room[];
    int t = threadIdx.x;
    room[t] = in[t]; // expect: out-of-bounds "element 16 of `room`" "the launch gave 64 bytes of dynamic shared memory"
    __syncwarp();
    out[t] = room[31 - t];
}

// launch: <<<1, 32>>>
extern "C" __global__ void dynamic_shared_forgotten(const int *in, int *out, int n) {
    extern __shared__ int room[];
    int t = threadIdx.x;
    room[t] = in[t]; // expect: out-of-bounds "element 0 of `room`" "the launch gave 0 bytes of dynamic shared memory"
    __syncwarp();
    out[t] = room[31 - t];
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void local_array(const int *in, int *out, int n) {
    int own[8];
    for (int i = 0; i < 8; i++) own[i] = in[threadIdx.x] + i;
    out[threadIdx.x] = own[(threadIdx.x + n) % 8];
}

// launch: <<<1, 32>>> n 8
extern "C" __global__ void local_array_past_the_end(const int *in, int *out, int n) {
    int own[8];
    for (int i = 0; i < 8; i++) own[i] = in[threadIdx.x] + i;
    own[in[threadIdx.x] % 2 + n - 1] = 3; // expect: out-of-bounds "writes element 8 of `own`, which has 8 elements: one past its end" "(1,0,0)"
    out[threadIdx.x] = own[in[threadIdx.x] % 8];
}

__constant__ int table[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

// launch: <<<1, 16>>> clean
extern "C" __global__ void constant_table(const int *in, int *out, int n) {
    out[threadIdx.x] = table[in[threadIdx.x]];
}

// launch: <<<1, 32>>>
extern "C" __global__ void constant_table_past_the_end(const int *in, int *out, int n) {
    out[threadIdx.x] = table[in[threadIdx.x]]; // expect: out-of-bounds "element 16 of `table`" "thread (16,0,0)"
}

__device__ int counters[4];

// launch: <<<1, 16>>> clean
extern "C" __global__ void module_variable(const int *in, int *out, int n) {
    atomicAdd(&counters[in[threadIdx.x] / 4], 1);
}

// launch: <<<1, 32>>>
extern "C" __global__ void module_variable_past_the_end(const int *in, int *out, int n) {
    atomicAdd(&counters[in[threadIdx.x] / 4], 1); // expect: out-of-bounds "element 4 of `counters`" "thread (16,0,0)"
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void vectors_aligned(const int *in, int *out, int n) {
    int4 v = *(const int4 *)(in + 4 * threadIdx.x);
    out[threadIdx.x] = v.x + v.w;
}

// launch: <<<1, 32>>> nvrtc
extern "C" __global__ void vectors_misaligned(const int *in, int *out, int n) {
    int4 v = *(const int4 *)(in + 4 * threadIdx.x + n); // expect: misaligned "16 bytes at once" "`in`" "multiple of 16"
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

// launch: <<<1, 32>>> nvrtc
extern "C" __global__ void shared_vectors_misaligned(const int *in, int *out, int n) {
    __shared__ int tile[256];
    int t = threadIdx.x;
    for (int i = t; i < 256; i += 32) tile[i] = in[i];
    __syncwarp();
    int2 v = *(const int2 *)(tile + 2 * t + n); // expect: misaligned "8 bytes at once" "`tile`"
    out[t] = v.x + v.y;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void the_edges_are_skipped(const int *in, int *out, int n) {
    int i = threadIdx.x;
    out[i] = (i > 0 ? in[i - 1] : 0) + in[i + 1];
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void shared_with_one_more(const int *in, int *out, int n) {
    __shared__ int tile[33];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncwarp();
    tile[t + (n == 1)] = in[t];
    __syncwarp();
    out[t] = tile[t];
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void null_pointer_that_is_not_followed(const int *in, int *out, int n) {
    const int *nothing = (const int *)(size_t)(n - 1);
    out[threadIdx.x] = nothing ? nothing[threadIdx.x] : 0;
}

// launch: <<<1, 32>>> n 2 clean
extern "C" __global__ void shared_vectors_aligned(const int *in, int *out, int n) {
    __shared__ __align__(8) int tile[256];
    int t = threadIdx.x;
    for (int i = t; i < 256; i += 32) tile[i] = in[i];
    __syncwarp();
    int2 v = *(const int2 *)(tile + 2 * t + n);
    out[t] = v.x + v.y;
}

/* Two variables side by side: the index runs out of the one and into the other. */
// launch: <<<1, 64>>>
extern "C" __global__ void shared_into_the_next_variable(const int *in, int *out, int n) {
    __shared__ int left[32];
    __shared__ int right[32];
    int t = threadIdx.x;
    left[in[t]] = t; // expect: out-of-bounds "thread (32,0,0)" "element 32 of `left`, which has 32 elements"
    if (t < 32) right[t] = t;
    __syncthreads();
    out[t] = left[t % 32] + right[t % 32];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void shared_pointers_to_either_variable(const int *in, int *out, int n) {
    __shared__ int left[64];
    __shared__ int right[64];
    int t = threadIdx.x;
    int *from = left, *to = right;
    from[t] = in[t];
    for (int i = 1; i < 4; i++) {
        __syncthreads();
        to[t] = from[63 - t] + i;
        int *other = from;
        from = to;
        to = other;
    }
    __syncthreads();
    out[t] = from[in[t]] + (t % 2 ? left : right)[t];
}

// launch: <<<1, 32>>> n 7
extern "C" __global__ void local_array_past_the_end_within_its_alignment(const int *in, int *out, int n) {
    int own[7]; // 28 bytes: 4 more belong to nobody
    for (int i = 0; i < 7; i++) own[i] = in[threadIdx.x] + i;
    out[threadIdx.x] = own[in[threadIdx.x] % 7] + own[in[threadIdx.x] % 2 + n - 1]; // expect: out-of-bounds "reads element 7 of `own`"
}

// launch: <<<1, 32>>> n 40
extern "C" __global__ void one_of_two_local_arrays_past_the_end(const int *in, int *out, int n) {
    int first[8], second[8];
    for (int i = 0; i < 8; i++) {
        first[in[i]] = i;
        second[in[i]] = -i;
    }
    second[in[threadIdx.x] + n] = 3; // expect: out-of-bounds "writes outside `second`, at byte" "local arrays, which have 64 bytes"
    out[threadIdx.x] = first[in[threadIdx.x] % 8] + second[in[threadIdx.x] % 8];
}

// launch: <<<1, 32>>> n 40
extern "C" __global__ void either_of_two_local_arrays_past_the_end(const int *in, int *out, int n) {
    int first[8], second[8];
    for (int i = 0; i < 8; i++) {
        first[in[i]] = i;
        second[in[i]] = -i;
    }
    out[threadIdx.x] = (n > 3 ? first : second)[in[threadIdx.x] + n]; // expect: out-of-bounds "of a local array, which has 64 bytes"
}

// launch: <<<1, 16>>> clean
extern "C" __global__ void an_address_that_begins_below_the_array(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x, got;
    tile[t] = in[t];
    __syncthreads();
    unsigned below = (unsigned)__cvta_generic_to_shared(tile) - 140 + 4 * in[t];
    asm volatile("ld.shared.u32 %0, [%1+140];" : "=r"(got) : "r"(below));
    if (got != in[t]) __trap();
    out[t] = got;
}

// launch: <<<1, 16>>>
extern "C" __global__ void an_address_that_ends_below_the_array(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x, got;
    tile[t] = in[t];
    __syncthreads();
    unsigned below = (unsigned)__cvta_generic_to_shared(tile) - 140 + 4 * in[t];
    asm volatile("ld.shared.u32 %0, [%1+136];" : "=r"(got) : "r"(below)); // expect: out-of-bounds "`tile`" "one before its start"
    out[t] = got;
}

// launch: <<<1, 16>>>
extern "C" __global__ void misaligned_at_the_end(const int *in, int *out, int n) {
    *(int *)((char *)(out + 255) + n) = 1; // expect: misaligned "byte 1021 of `out`" "a multiple of 4"
}

// launch: <<<1, 16>>>
extern "C" __global__ void misaligned_behind_the_end(const int *in, int *out, int n) {
    *(int *)((char *)(out + 256) + n) = 1; // expect: out-of-bounds "byte 1025 of `out`"
}

/* ---- through a function that is not inlined ---------------------------------------------------------------------- */

static __device__ __noinline__ int element_of(const int *array, int i) {
    return array[i] + i;
}

static __device__ __noinline__ void set_element(int *array, int i, int value) {
    array[i] = value;
}

static __device__ __noinline__ int count_in(int *array, int i) {
    return atomicAdd(array + i, 1);
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void functions_that_stay_inside(const int *in, int *out, int n) {
    __shared__ int near[64], far[64];
    int t = threadIdx.x;
    set_element(near, t, in[t]);
    set_element(far, 63 - t, 2 * in[t]);
    __syncthreads();
    out[t] = element_of(near, 63 - t) + element_of(far, t) + element_of(near + 32, t - 32) + element_of(far + 63, -t);
    __syncthreads();
    out[64 + t] = count_in(near, t) + count_in(far, t % 2);
}

// One pointer into either array, as no array was named at the call.
// launch: <<<1, 64>>> clean
extern "C" __global__ void a_function_with_a_pointer_into_one_of_two(const int *in, int *out, int n) {
    __shared__ int near[64], far[64];
    int t = threadIdx.x;
    near[t] = in[t];
    far[t] = 2 * in[t];
    __syncthreads();
    out[t] = element_of(in[t] % 2 == 0 ? near : far, 63 - t);
}

// Both parts lie in one variable, and so an index beyond the first part is inside it.
// launch: <<<1, 64>>> clean
extern "C" __global__ void a_function_from_one_row_into_the_next(const int *in, int *out, int n) {
    __shared__ int rows[2][64];
    int t = threadIdx.x;
    rows[0][t] = in[t];
    rows[1][t] = 2 * in[t];
    __syncthreads();
    out[t] = element_of(rows[0], t + n) + element_of(rows[1], -t);
}

// launch: <<<1, 64>>> shared 512 clean
extern "C" __global__ void a_function_in_dynamic_memory(const int *in, int *out, int n) {
    extern __shared__ int both[];
    int t = threadIdx.x;
    both[t] = in[t];
    both[64 + t] = 2 * in[t];
    __syncthreads();
    out[t] = element_of(both, t + 64) + element_of(both + 64, t - 64);
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_function_reads_past_the_end(const int *in, int *out, int n);
static __device__ __noinline__ int next_of(const int *array, int i) {
    return array[i + 1] - i; // expect: out-of-bounds "thread (63,0,0)" "element 64 of `near`" "one past its end"
}
extern "C" __global__ void a_function_reads_past_the_end(const int *in, int *out, int n) {
    __shared__ int near[64], far[64];
    int t = threadIdx.x;
    near[t] = in[t];
    far[t] = 2 * in[t];
    __syncthreads();
    out[t] = element_of(far, t) + next_of(near, t);
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_function_writes_before_the_beginning(const int *in, int *out, int n);
static __device__ __noinline__ void set_before(int *array, int i, int value) {
    array[i - 1] = value; // expect: out-of-bounds "thread (0,0,0)" "`far`" "before"
}
extern "C" __global__ void a_function_writes_before_the_beginning(const int *in, int *out, int n) {
    __shared__ int near[64], far[64];
    int t = threadIdx.x;
    near[t] = far[t] = 0;
    __syncthreads();
    set_before(far, t, in[t]);
    __syncthreads();
    out[t] = near[63 - t] + far[63 - t];
}

// ---- an address far off is said of the pointer that it was made from, or of none ------------------------------------

__device__ int before_all[4];

// launch: <<<1, 32>>> n 305277491
extern "C" __global__ void far_below_the_kernels_pointer(const int *in, int *out, int n) {
    if (threadIdx.x == 0) atomicAdd(&before_all[0], 1);
    out[(int)threadIdx.x - n] = in[threadIdx.x]; // expect: out-of-bounds "writes element -305277491 of `out`, which has 256" "305277491 before its start"
}

// launch: <<<1, 32>>> n 305277491
extern "C" __global__ void a_pointer_that_a_loop_moves_far(const int *in, int *out, int n) {
    int *at = out;
    for (int i = 0; i < in[3]; i++) at += n;
    *at = 3; // expect: out-of-bounds "writes element 915832473 of `out`, which has 256"
}

// launch: <<<1, 32>>> n 305277491
extern "C" __global__ void far_below_a_variable(const int *in, int *out, int n) {
    before_all[(int)threadIdx.x - n] = in[threadIdx.x]; // expect: out-of-bounds "writes element -305277491 of `before_all`, which has 4"
}

// launch: <<<1, 32>>> n 1000000
extern "C" __global__ void far_by_an_index_of_64_bits(const int *in, int *out, int n) {
    out[threadIdx.x + (long long)n * 1000000] = in[threadIdx.x]; // expect: out-of-bounds "writes element 1000000000000 of `out`, which has 256"
}

// launch: <<<1, 32>>> n 305277491
extern "C" __global__ void far_below_one_of_two(const int *in, int *out, int n) {
    int *either = in[threadIdx.x] > 100 ? before_all : out;
    either[(int)threadIdx.x - n] = 1; // expect: out-of-bounds "writes address 0x" "in global memory, where no variable lies$"
}

// launch: <<<1, 32>>> n 100000
extern "C" __global__ void below_one_of_two(const int *in, int *out, int n) {
    int *either = in[threadIdx.x] > 100 ? before_all : out;
    either[(int)threadIdx.x - n] = 1; // expect: out-of-bounds "writes element -100000 of `out`, which has 256"
}

// launch: <<<1, 32>>> n 305277491
__device__ __noinline__ void put_at(int *words, int i, int value) {
    words[i] = value; // expect: out-of-bounds "writes address 0x" "in global memory, where no variable lies$"
}
extern "C" __global__ void far_below_what_a_function_is_given(const int *in, int *out, int n) {
    put_at(out, (int)threadIdx.x - n, in[threadIdx.x]);
}

// launch: <<<1, 32>>> n 7
__device__ __noinline__ void put_near(int *words, int i, int value) {
    words[i] = value; // expect: out-of-bounds "writes element -7 of `out`, which has 256"
}
extern "C" __global__ void below_what_a_function_is_given(const int *in, int *out, int n) {
    put_near(out, (int)threadIdx.x - n, in[threadIdx.x]);
}
