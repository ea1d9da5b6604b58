// What a block's threads do together: barriers and their reductions, races, pointers to the device heap in shared
// memory, constant memory, recursion, many writers to one word.

#define BLOCK 256

extern "C" __global__ void neighbour_race(int *out) {
    __shared__ int words[BLOCK];
    words[threadIdx.x] = (int)(1000 * __sinf((float)threadIdx.x));
    out[threadIdx.x] = words[(threadIdx.x + 1) % BLOCK];
}

extern "C" __global__ void neighbour(int *out) {
    __shared__ int words[BLOCK];
    words[threadIdx.x] = 3 * threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = words[(threadIdx.x + 1) % BLOCK];
}

extern "C" __global__ void barrier_reductions(const int *in, int *out) {
    int flag = in[threadIdx.x] % 3 == 0;
    int count = __syncthreads_count(flag);
    int all = __syncthreads_and(in[threadIdx.x] >= 0);
    int any = __syncthreads_or(in[threadIdx.x] == 77);
    out[threadIdx.x] = count * 100 + (all != 0) * 10 + (any != 0);
}

// A static array, a static variable and two arrays in one dynamic block; the index wraps below zero, as unsigned does.
extern "C" __global__ void static_and_dynamic(int first, int second, const int *in, int *out) {
    extern __shared__ int dynamic_words[];
    __shared__ int fixed[1024];
    __shared__ int offset;
    int *one = dynamic_words, *two = one + first;
    if (threadIdx.x == 0) offset = second - first;
    fixed[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    one[threadIdx.x / 2] = 1; // two neighbours write the same value
    two[threadIdx.x] = 2 * fixed[(threadIdx.x - 10) % blockDim.x] + offset;
    __syncthreads();
    out[threadIdx.x] = two[threadIdx.x];
}

extern "C" __global__ void heap_in_shared(int *out) {
    __shared__ int *memory;
    if (threadIdx.x == 0) {
        size_t size = blockDim.x * 64;
        memory = (int *)malloc(size);
        memset(memory, 0, size);
    }
    __syncthreads();
    memory[threadIdx.x] += threadIdx.x;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = memory[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) free(memory);
}

__constant__ int table[1024] = {5, 6, 7};

extern "C" __global__ void constant_uniform(int *out) {
    int global = blockIdx.x * blockDim.x + threadIdx.x;
    out[global] = table[threadIdx.x / 32];
}

extern "C" __global__ void constant_divergent(int *out) {
    int global = blockIdx.x * blockDim.x + threadIdx.x;
    out[global] = table[threadIdx.x];
}

extern "C" __global__ void uniform_loop(const int *in, int *out) {
    int sum = 0, k = 0;
    while (k < 100) sum += in[blockIdx.x + k++];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__device__ int descend(const int *in, int depth) {
    int local[10];
    for (int i = 0; i < 10; i++) local[i] = in[i] + depth;
    int x = (int)(4.0f * sinf((float)threadIdx.x + (float)depth * 100000.0f));
    x = x * x + local[in[threadIdx.x % 10] % 10];
    if (depth < 5) x += descend(in, depth + 1);
    return x;
}

extern "C" __global__ void recursion(const int *in, int *out) { out[threadIdx.x] = descend(in, 0); }

extern "C" __global__ void one_word_many_writers(int *out, int value) {
    __shared__ int word;
    word = value;
    __syncthreads();
    out[threadIdx.x] = word;
}

extern "C" __global__ void clear_column(int *out) {
    __shared__ int matrix[32][32];
    for (int row = 0; row < 32; row++) matrix[row][threadIdx.x] = row;
    __syncwarp();
    matrix[threadIdx.x][4] = 0;
    __syncwarp();
    out[threadIdx.x] = matrix[threadIdx.x][4] + matrix[threadIdx.x][5];
}
