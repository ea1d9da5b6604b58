// Reads of what nobody wrote.

// launch: <<<1, 64>>>
extern "C" __global__ void shared_half_filled(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < 32) tile[t] = in[t];
    __syncthreads();
    out[t] = tile[t]; // expect: uninitialised "`tile`, element 32" "read by thread (32,0,0)" "before any thread wrote it"
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
    out[blockIdx.x * 64 + threadIdx.x] = kept[in[0]]; // expect: uninitialised "`kept`" "thread (0,0,0)"
}

// launch: <<<2, 64>>>
extern "C" __global__ void adds_to_an_output_that_holds_nothing(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += in[i]; // expect: uninitialised "`out`, element 0" "thread (0,0,0) of block (0,0,0)"
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
    atomicAdd(&out[in[i] % 8], 1); // expect: uninitialised "`out`, element 0"
}

// launch: <<<1, 32>>>
extern "C" __global__ void local_half_filled(const int *in, int *out, int n) {
    int own[8];
    for (int i = 0; i < 4; i++) own[in[i]] = i;
    out[threadIdx.x] = own[in[threadIdx.x] % 8]; // expect: uninitialised "`own`, element 4: thread (4,0,0) reads what it never wrote"
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
    out[threadIdx.x] = own[n]; // expect: uninitialised "`memory from malloc`" "thread (0,0,0)"
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

struct alignas(16) Tail {
    int a, b;
    short c; /* six bytes of nothing follow */
};

struct Odd {
    short a;
    char b; /* one byte */
};

struct alignas(16) Lone {
    int a; /* twelve bytes, copied as words */
};

// launch: <<<1, 32>>> clean nvrtc
extern "C" __global__ void shared_structures_have_gaps(const int *in, int *out, int n) {
    __shared__ Gap gap[32], gap_copy[32];
    __shared__ Tail tail[32], tail_copy[32];
    __shared__ Odd odd[32], odd_copy[32];
    __shared__ Lone lone[32];
    int t = threadIdx.x;
    gap[t].small = (char)in[t], gap[t].large = in[t];
    tail[t].a = tail[t].b = in[t], tail[t].c = (short)in[t];
    odd[t].a = (short)in[t], odd[t].b = (char)in[t];
    lone[t].a = in[t];
    __syncthreads();
    gap_copy[t] = gap[31 - t], tail_copy[t] = tail[31 - t], odd_copy[t] = odd[31 - t];
    ((Lone *)out)[t] = lone[31 - t];
    __syncthreads();
    out[128 + t] = gap_copy[t].small + (int)gap_copy[t].large + tail_copy[t].a + tail_copy[t].b + tail_copy[t].c + odd_copy[t].a + odd_copy[t].b;
}

// launch: <<<1, 32>>> nvrtc
extern "C" __global__ void a_member_that_nobody_wrote_is_no_gap(const int *in, int *out, int n) {
    __shared__ int4 tile[32];
    tile[threadIdx.x].x = in[threadIdx.x];
    tile[threadIdx.x].z = in[threadIdx.x];
    __syncthreads();
    int4 mine = tile[31 - threadIdx.x]; // expect: uninitialised "`tile`" "thread (0,0,0)"
    out[threadIdx.x] = mine.x + mine.y * n;
}

// launch: <<<2, 64>>>
extern "C" __global__ void what_holds_nothing_decides_a_branch(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (out[i] == 0xdbdbdbdb) // expect: uninitialised "`out`, element 0"
        out[i] = in[i];
    else
        out[i] = -in[i];
}

// launch: <<<1, 32>>>
extern "C" __global__ void what_holds_nothing_is_taken_for_zero(const int *in, int *out, int n) {
    __shared__ int seen[32];
    int t = threadIdx.x;
    if (in[t] == n) seen[t] = 1;
    __syncwarp();
    out[t] = seen[t] != 0; // expect: uninitialised "`seen`, element 0"
}

// launch: <<<1, 32>>>
extern "C" __global__ void what_holds_nothing_is_an_address(const int *in, int *out, int n) {
    __shared__ int where[32];
    int t = threadIdx.x;
    if (t < 16) where[in[t]] = t;
    __syncwarp();
    out[where[t] & 31] = 1; // expect: uninitialised "`where`, element 16"
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void what_holds_nothing_decides_nothing(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x;
    if (t < 16) tile[in[t]] = in[t];
    __syncwarp();
    int mine = tile[t], other = in[t] * 2;
    asm volatile("" : "+r"(mine)); // the compiler must read it first
    out[t] = t < 16 ? mine : other;
}

__device__ __noinline__ bool if_odd(int i, int &found) {
    if ((i & 1) == 0) return false;
    found = i;
    return true;
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void read_early_and_thrown_away(const int *in, int *out, int n) {
    int found;
    bool any = if_odd(in[threadIdx.x], found);
    out[threadIdx.x] = any ? found : -1;
}

// launch: <<<1, 32>>>
extern "C" __global__ void read_though_nothing_was_found(const int *in, int *out, int n) {
    int found;
    if_odd(in[threadIdx.x], found);
    out[threadIdx.x] = found; // expect: uninitialised "thread (0,0,0) reads what it never wrote"
}

struct Pair {
    char small;
    int large;
};

// launch: <<<1, 32>>> clean
extern "C" __global__ void gaps_are_copied_word_by_word(const int *in, int *out, int n) {
    __shared__ Pair pair[32];
    __shared__ int copy[64];
    int t = threadIdx.x;
    pair[t].small = (char)in[t];
    pair[t].large = in[t];
    __syncwarp();
    const int *words = (const int *)&pair[31 - t];
    copy[2 * t] = words[0];
    copy[2 * t + 1] = words[1];
    __syncwarp();
    const Pair *mine = (const Pair *)&copy[2 * t];
    out[t] = mine->small + mine->large;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_part_of_the_output_is_never_written(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < 40) tile[in[t]] = in[t];
    __syncthreads();
    int mine = tile[t];
    asm volatile("" : "+r"(mine));
    if (t < 40) out[t] = mine;
}

// A variable in a register, which n, known only when the kernel runs, leads past its first value or not.

// launch: <<<1, 32>>> n 4
extern "C" __global__ void sum_begins_with_nothing(const int *in, int *out, int n) {
    int sum;
    for (int i = 0; i < n; i++)
        sum += in[threadIdx.x + i * 32]; // expect: uninitialised "was given no value before this line reads it"
    out[threadIdx.x] = sum;
}

// launch: <<<1, 32>>> n 4 clean
extern "C" __global__ void sum_begins_with_zero(const int *in, int *out, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += in[threadIdx.x + i * 32];
    out[threadIdx.x] = sum;
}

// launch: <<<1, 32>>> n 4 nvrtc
extern "C" __global__ void largest_so_far_of_nothing(const int *in, int *out, int n) {
    float largest;
    for (int i = 0; i < n; i++) {
        float number = (float)in[(threadIdx.x * 7 + i * 5) % 32];
        if (number > largest) largest = number; // expect: uninitialised "a variable"
    }
    out[threadIdx.x] = (int)largest;
}

// Its value is used only where it has one.
// launch: <<<1, 32>>> n 4 clean
extern "C" __global__ void set_and_used_on_one_condition(const int *in, int *out, int n) {
    int found, known = 0;
    for (int i = 0; i < n; i++) {
        if (known) out[threadIdx.x + i * 32] = found;
        if (in[threadIdx.x + i] % 3 == 0) {
            found = i;
            known = 1;
        }
    }
}

// launch: <<<1, 32>>> n 4 clean
extern "C" __global__ void first_one_is_taken_apart(const int *in, int *out, int n) {
    int last;
    for (int i = 0; i < n; i++) {
        int number = in[threadIdx.x + i * 32];
        out[threadIdx.x + i * 32] = i == 0 ? number : number - last;
        last = number;
    }
}

// ---- parts of a word, of a vector --------------------------------------------------------------------------------

// launch: <<<1, 32>>> nvrtc
extern "C" __global__ void half_of_a_number_was_written(const int *in, int *out, int n) {
    __shared__ double numbers[32];
    int t = threadIdx.x;
    ((int *)numbers)[2 * t + 1] = in[t];
    __syncwarp();
    out[t] = __double2loint(numbers[31 - t] * 2); // expect: uninitialised "`numbers`"
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void both_halves_of_a_number_were_written(const int *in, int *out, int n) {
    __shared__ double numbers[32];
    int t = threadIdx.x;
    ((int *)numbers)[2 * t] = in[t];
    ((int *)numbers)[2 * t + 1] = in[t];
    __syncwarp();
    out[t] = __double2loint(numbers[31 - t] * 2);
}

// launch: <<<1, 32>>>
extern "C" __global__ void one_of_four_numbers_was_not_written(const int *in, int *out, int n) {
    __shared__ int4 four[32];
    int t = threadIdx.x;
    four[t].x = four[t].y = four[t].z = in[t];
    __syncwarp();
    out[t] = four[31 - t].x + four[31 - t].y + four[31 - t].z + four[31 - t].w; // expect: uninitialised "`four`"
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void one_of_four_numbers_is_not_used(const int *in, int *out, int n) {
    __shared__ int4 four[32];
    int t = threadIdx.x;
    four[t].x = four[t].y = four[t].z = in[t];
    __syncwarp();
    int4 read = four[31 - t];
    out[t] = read.x + read.y + read.z;
}

struct Padded {
    char letter;
    int number;
};

// launch: <<<1, 32>>> clean
extern "C" __global__ void a_padded_structure_is_copied(const int *in, int *out, int n) {
    __shared__ Padded tile[32];
    int t = threadIdx.x;
    tile[t].letter = (char)in[t];
    tile[t].number = in[t];
    __syncwarp();
    *(Padded *)(out + 2 * t) = tile[31 - t];
}

// launch: <<<1, 32>>> n 3
extern "C" __global__ void a_local_array_is_read_one_too_far(const int *in, int *out, int n) {
    int list[8], sum = 0;
    for (int i = 0; i < n; i++) list[i] = in[i];
    for (int i = 0; i <= n; i++) sum += list[i]; // expect: uninitialised
    out[threadIdx.x] = sum;
}

// launch: <<<1, 32>>> n 3 clean
extern "C" __global__ void a_local_array_is_read_as_far_as_it_was_written(const int *in, int *out, int n) {
    int list[8], sum = 0;
    for (int i = 0; i < n; i++) list[i] = in[i];
    for (int i = 0; i < n; i++) sum += list[i];
    out[threadIdx.x] = sum;
}

// launch: <<<1, 32>>> n 5
extern "C" __global__ void a_local_byte_is_read_beside_those_written(const int *in, int *out, int n) {
    char list[8];
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) list[i] = (char)in[i];
#pragma unroll 1
    for (int i = 0; i <= n; i++) sum += list[i]; // expect: uninitialised
    out[threadIdx.x] = sum;
}

// ---- a maximum, a minimum ----------------------------------------------------------------------------------------

// launch: <<<1, 32>>>
extern "C" __global__ void the_largest_of_some_that_were_not_written(const int *in, int *out, int n) {
    __shared__ float list[40];
    int t = threadIdx.x;
    list[t] = (float)in[t];
    __syncwarp();
    float most = 0;
    for (int i = 0; i < 40; i++) most = fmaxf(most, list[i]); // expect: uninitialised "`list`, element 32"
    out[t] = (int)most;
}

// launch: <<<1, 32>>>
extern "C" __global__ void the_smallest_of_some_that_were_not_written(const int *in, int *out, int n) {
    __shared__ float list[40];
    int t = threadIdx.x;
    list[t] = -1e9f - in[t];
    __syncwarp();
    float least = 0;
    for (int i = 0; i < 40; i++) least = fminf(least, list[i]); // expect: uninitialised "`list`, element 32"
    out[t] = (int)least;
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void the_largest_of_those_that_were_written(const int *in, int *out, int n) {
    __shared__ float list[40];
    int t = threadIdx.x;
    list[t] = (float)in[t];
    __syncwarp();
    float most = 0;
    for (int i = 0; i < 32; i++) most = fmaxf(most, list[i]);
    out[t] = (int)most;
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void what_was_not_written_is_read_and_left_out(const int *in, int *out, int n) {
    __shared__ float list[40];
    int t = threadIdx.x;
    list[t] = (float)in[t];
    __syncwarp();
    float most = 0;
    for (int i = 0; i < 40; i++) most = fmaxf(most, i < 32 * n ? list[i] : 0);
    out[t] = (int)most;
}

// launch: <<<1, 32>>>
extern "C" __global__ void garbage_that_is_compared_with_minus_one(const int *in, int *out, int n) {
    __shared__ int found[32];
    int t = threadIdx.x;
    if (in[t] > 30) found[t] = t;
    out[t] = found[t] == -1 ? n : 0; // expect: uninitialised "`found`"
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void no_place_was_found(const int *in, int *out, int n) {
    __shared__ int found[32];
    int t = threadIdx.x;
    found[t] = -1;
    if (in[t] > 30) found[t] = t;
    out[t] = found[t] == -1 ? n : 0;
}

// launch: <<<1, 32>>>
extern "C" __global__ void a_garbage_mark_that_is_compared_with_one(const int *in, int *out, int n) {
    __shared__ char mark[32];
    int t = threadIdx.x;
    if (in[t] > 30) mark[t] = 2;
    out[t] = mark[t] == 1 ? n : 0; // expect: uninitialised "`mark`"
}

/* ---- what is compared with a constant, and is not it by luck ----------------------------------------------------- */

// launch: <<<1, 64>>>
extern "C" __global__ void a_word_that_holds_nothing_is_compared(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < 8) tile[t] = in[t];
    __syncthreads();
    out[t] = tile[63 - t] == 12345 ? 1 : 2; // expect: uninitialised "`tile`"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_word_that_holds_something_is_compared(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    out[t] = tile[63 - t] == 12345 ? 1 : 2;
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_flag_that_nobody_set(const int *in, int *out, int n) {
    __shared__ int set;
    if (in[threadIdx.x] > 100) set = in[1];
    __syncthreads();
    out[threadIdx.x] = set == 1 ? 1 : 2; // expect: uninitialised "`set`"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_flag_that_somebody_set(const int *in, int *out, int n) {
    __shared__ int set;
    if (in[threadIdx.x] == 9) set = in[1];
    __syncthreads();
    out[threadIdx.x] = set == 1 ? 1 : 2;
}

// launch: <<<1, 64>>>
extern "C" __global__ void bytes_and_wide_words_that_hold_nothing_are_compared(const int *in, int *out, int n) {
    __shared__ unsigned char small[64];
    __shared__ long long wide[64];
    int t = threadIdx.x;
    if (t < 8) small[t] = (unsigned char)in[t];
    if (t < 8) wide[t] = in[t];
    __syncthreads();
    out[t] = small[63 - t] == 77 ? 1 : 2;                  // expect: uninitialised "`small`"
    out[t + 64] = wide[63 - t] == 1234567890123LL ? 1 : 2; // expect: uninitialised "`wide`"
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_real_number_that_is_none_is_compared(const int *in, int *out, int n) {
    __shared__ float tile[64];
    int t = threadIdx.x;
    if (t < 8) tile[t] = (float)in[t];
    __syncthreads();
    out[t] = tile[63 - t] == 2.5f ? 1 : 2; // expect: uninitialised "`tile`"
}

// launch: <<<1, 64>>>
extern "C" __global__ void nothing_lies_between_two_numbers(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < 8) tile[t] = in[t];
    __syncthreads();
    int v = tile[63 - t]; // expect: uninitialised "`tile`"
    out[t] = v > 100 && v < 110 ? 1 : 2;
}

// launch: <<<1, 64>>>
extern "C" __global__ void nothing_is_compared_after_a_calculation(const int *in, int *out, int n) {
    __shared__ unsigned tile[64], bits[64];
    int t = threadIdx.x;
    if (t < 8) tile[t] = bits[t] = (unsigned)in[t];
    __syncthreads();
    out[t] = tile[63 - t] * 3 + 1 == 52 ? 1 : 2;               // expect: uninitialised "`tile`"
    out[64 + t] = ((bits[63 - t] >> 4) & 15) == 9 ? 1 : 2; // expect: uninitialised "`bits`"
}

// launch: <<<1, 64>>> n 5
extern "C" __global__ void nothing_is_compared_with_a_parameter(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < 8) tile[t] = in[t];
    __syncthreads();
    out[t] = tile[63 - t] == n + 4000 ? 1 : 2; // expect: uninitialised "`tile`"
}

// launch: <<<1, 64>>>
extern "C" __global__ void nothing_chooses_a_case(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < 8) tile[t] = in[t];
    __syncthreads();
    switch (tile[63 - t]) { // expect: uninitialised "`tile`"
    case 10: out[t] = 1; break;
    case 11: out[t] = in[3]; break;
    case 12: out[t] = in[9] * 3; break;
    case 13: out[t] = in[2] - n; break;
    case 14: out[t] = n / in[8]; break;
    default: out[t] = 5;
    }
}

// launch: <<<1, 32>>>
extern "C" __global__ void a_wide_local_that_holds_nothing_is_compared(const int *in, int *out, int n) {
    long long own[8];
    for (int i = 0; i < 4; i++) own[in[i]] = i;
    out[threadIdx.x] = own[in[threadIdx.x] % 8] == 32100000001LL ? 1 : 2; // expect: uninitialised "`own`"
}

// launch: <<<1, 32>>>
extern "C" __global__ void an_output_that_holds_nothing_is_compared(const int *in, int *out, int n) {
    out[threadIdx.x] = out[threadIdx.x + 64] == 321 ? 1 : 2; // expect: uninitialised "`out`"
}

// launch: <<<1, 32>>>
extern "C" __global__ void nothing_is_compared_and_swapped(const int *in, int *out, int n) {
    __shared__ int lock;
    if (threadIdx.x == 0) out[0] = atomicCAS(&lock, 321, in[4]) == 321 ? 1 : 2; // expect: uninitialised "`lock`"
}

// launch: <<<1, 64>>>
extern "C" __global__ void two_words_that_hold_nothing_are_equal(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < 8) tile[t] = in[t];
    __syncthreads();
    out[t] = tile[63 - t] == tile[(t + 5) % 64] ? 1 : 2; // expect: uninitialised "`tile`"
}

// launch: <<<1, 64>>> n 3
extern "C" __global__ void nothing_is_carried_round_a_loop_and_compared(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x, v = in[t];
    if (t < 8) tile[t] = in[t];
    __syncthreads();
    for (int i = 0; i < n; i++)
        if (i == 0) v = tile[63 - t]; // expect: uninitialised "`tile`"
    out[t] = v == 4711 ? 1 : 2;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void nothing_is_compared_and_thrown_away(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < 32) tile[t] = in[t];
    __syncthreads();
    int v = ((volatile int *)tile)[63 - t];
    out[t] = t >= 32 ? v == 12345 : 3;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void nothing_cannot_be_two_numbers(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < 32) tile[t] = in[t];
    __syncthreads();
    int v = ((volatile int *)tile)[63 - t], w = in[t] + 1;
    out[t] = v == 12345 && t >= 32 && w == 0 ? 4 : 3;
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void a_local_that_is_chosen_only_where_written_is_compared(const int *in, int *out, int n) {
    int own[4];
    for (int i = 0; i < 3; i++) own[in[i]] = i;
    int k = in[threadIdx.x] % 4, v = own[k];
    out[threadIdx.x] = k < 3 ? (v == 321 ? 7 : v) : 9;
}
