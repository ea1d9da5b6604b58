// Loads that are wider than what a kernel needs: where an array is aligned to 8 or 16 bytes, compilers read up to the end
// of that alignment, or over an element that is not asked for. What they do not use counts as not read: NVRTC from 12.3 on
// says by a pragma what it uses, of older compilers' code it is what no register that is read holds.

__constant__ __align__(16) float eleven_weights[11];
__constant__ __align__(16) signed char seven_bytes[7];
__device__ __align__(16) short thirteen_shorts[13];
__device__ __align__(16) int three_numbers[3];

// launch: <<<1, 64>>> clean
extern "C" __global__ void constants_up_to_the_end(const int *in, int *out, int n) {
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 11; i++) sum += eleven_weights[i] * (float)in[threadIdx.x + i];
    out[threadIdx.x] = (int)sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void constants_and_one_past_the_end(const int *in, int *out, int n) {
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 11; i++) sum += eleven_weights[i] * (float)in[threadIdx.x + i];
    sum += eleven_weights[10 + n]; // expect: out-of-bounds "element 11 of `eleven_weights`, which has 11 elements"
    out[threadIdx.x] = (int)sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void four_at_once_past_the_end(const int *in, int *out, int n) {
    const float4 *last = (const float4 *)&eleven_weights[7 + n];
    out[threadIdx.x] = (int)(last->x + last->y + last->z + last->w); // expect: out-of-bounds "`eleven_weights`"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void bytes_of_a_word(const int *in, int *out, int n) {
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 7; i++) sum += seven_bytes[i] * in[threadIdx.x + i];
    out[threadIdx.x] = sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_word_of_bytes_past_the_end(const int *in, int *out, int n) {
    int word = *(const int *)&seven_bytes[3 + n]; // expect: out-of-bounds "`seven_bytes`, which has 7"
    out[threadIdx.x] = word;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void variables_up_to_the_end(const int *in, int *out, int n) {
    int sum = three_numbers[0] + three_numbers[1] + three_numbers[2];
#pragma unroll
    for (int i = 0; i < 13; i++) sum += thirteen_shorts[i] * in[threadIdx.x + i];
    out[threadIdx.x] = sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_variable_and_one_past_the_end(const int *in, int *out, int n) {
    int sum = three_numbers[0] + three_numbers[1] + three_numbers[2];
    sum += three_numbers[2 + n]; // expect: out-of-bounds "element 3 of `three_numbers`" "one past its end"
    out[threadIdx.x] = sum;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_buffer_that_is_said_to_be_aligned(const int *in, int *out, int n) {
    const int *last = (const int *)__builtin_assume_aligned(in + 252 * n, 16);
    out[threadIdx.x] = last[0] + last[1] + last[2];
}

// launch: <<<1, 64>>> shared 12 clean
extern "C" __global__ void dynamic_shared_up_to_the_end(const int *in, int *out, int n) {
    extern __shared__ __align__(16) int room[];
    if (threadIdx.x < 3) room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = room[0] + room[1] + room[2];
}

// launch: <<<1, 64>>> shared 12
extern "C" __global__ void dynamic_shared_past_the_end(const int *in, int *out, int n) {
    extern __shared__ __align__(16) int room[];
    if (threadIdx.x < 3) room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = room[0] + room[1] + room[2] + room[3]; // expect: out-of-bounds "`room`" "12 bytes"
}

// What lies behind the array belongs to another one, which other threads write meanwhile.
// launch: <<<1, 64>>> clean
extern "C" __global__ void the_next_array_is_written(const int *in, int *out, int n) {
    __shared__ __align__(16) int weights[11];
    __shared__ int next[64];
    if (threadIdx.x < 11) weights[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    next[threadIdx.x] = in[threadIdx.x];
    int sum = next[threadIdx.x];
#pragma unroll
    for (int i = 0; i < 11; i++) sum += weights[i];
    out[threadIdx.x] = sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void the_array_itself_is_written(const int *in, int *out, int n) {
    __shared__ __align__(16) int weights[11];
    if (threadIdx.x < 11) weights[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 63) weights[10] = in[threadIdx.x]; // expect: race "`weights`, element 10"
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 11; i++) sum += weights[i];
    out[threadIdx.x] = sum;
}

// The load goes over an element that is another thread's.
// launch: <<<1, 64>>> clean
extern "C" __global__ void an_element_between_is_written(const int *in, int *out, int n) {
    __shared__ __align__(16) int four[4];
    if (threadIdx.x < 4) four[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 63) four[2] = 0;
    out[threadIdx.x] = four[0] + four[1] + four[3];
}

// launch: <<<1, 64>>>
extern "C" __global__ void an_element_that_is_read_is_written(const int *in, int *out, int n) {
    __shared__ __align__(16) int four[4];
    if (threadIdx.x < 4) four[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 63) four[3] = 0; // expect: race "`four`, element 3"
    out[threadIdx.x] = four[0] + four[1] + four[3];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void an_element_between_holds_nothing(const int *in, int *out, int n) {
    __shared__ __align__(16) int four[4];
    if (threadIdx.x < 4 && threadIdx.x != 2) four[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = four[0] + four[1] + four[3];
}

// launch: <<<1, 64>>>
extern "C" __global__ void an_element_that_is_read_holds_nothing(const int *in, int *out, int n) {
    __shared__ __align__(16) int four[4];
    if (threadIdx.x < 3) four[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = four[0] + four[1] + four[3]; // expect: uninitialised "`four`, element 3"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void bytes_of_a_thread_up_to_the_end(const int *in, int *out, int n) {
    __align__(8) signed char own[7];
    for (int i = 0; i < 7; i++) own[i] = (signed char)in[i * n];
    own[n] = 1;
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 7; i++) sum += own[i] * in[threadIdx.x + i];
    out[threadIdx.x] = sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_byte_of_a_thread_that_holds_nothing(const int *in, int *out, int n) {
    __align__(8) signed char own[7];
    for (int i = 0; i < 6; i++) own[i] = (signed char)in[i * n];
    own[n] = 1;
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 7; i++)
        sum += own[i] * in[threadIdx.x + i]; // expect: uninitialised "thread (0,0,0) reads what it never wrote"
    out[threadIdx.x] = sum;
}

// Whoever says of bytes that they are not used, and uses them, gets zeros.
// launch: <<<1, 32>>> nvrtc clean
extern "C" __global__ void what_is_said_to_be_unused_is_zero(const int *in, int *out, int n) {
    int a, b, c, d;
    asm volatile(".pragma \"used_bytes_mask 15\";\n\tld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "l"(in + 100));
    if (a != 100 || (b | c | d) != 0) __trap();
    out[threadIdx.x] = a + b + c + d;
}

// launch: <<<1, 32>>> nvrtc
extern "C" __global__ void what_is_used_is_read(const int *in, int *out, int n) {
    int a, b, c, d;
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(in + 100));
    if (a != 100 || (b | c | d) != 0) __trap(); // expect: trap
    out[threadIdx.x] = a + b + c + d;
}

// launch: <<<1, 32>>> nvrtc
extern "C" __global__ void what_is_said_to_be_used_lies_outside(const int *in, int *out, int n) {
    int a, b;
    asm volatile(".pragma \"used_bytes_mask 15\";\n\tld.global.v2.u32 {%0, %1}, [%2];"
                 : "=r"(a), "=r"(b)
                 : "l"(in + 256)); // expect: out-of-bounds "`in`"
    out[threadIdx.x] = a + b;
}

// launch: <<<1, 32>>> nvrtc
extern "C" __global__ void nothing_is_said_to_be_used(const int *in, int *out, int n) {
    int a, b;
    asm volatile(".pragma \"used_bytes_mask 0\";\n\tld.global.v2.u32 {%0, %1}, [%2];"
                 : "=r"(a), "=r"(b)
                 : "l"(in + 256)); // expect: out-of-bounds "`in`"
    out[threadIdx.x] = a + b;
}

// launch: <<<1, 32>>> nvrtc
extern "C" __global__ void a_part_at_an_odd_address(const int *in, int *out, int n) {
    int a, b;
    asm volatile(".pragma \"used_bytes_mask 15\";\n\tld.global.v2.u32 {%0, %1}, [%2];"
                 : "=r"(a), "=r"(b)
                 : "l"(in + 101)); // expect: misaligned "`in`"
    out[threadIdx.x] = a + b;
}
