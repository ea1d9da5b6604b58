// The kinds of kernel that courses on CUDA memory show first: registers, static and dynamic shared memory, transposes.
// The simulator has to run every one of them; the numbers in the lesson beside this file come from an H200.

#define TILE 32

extern "C" __global__ void folded_constants(int *result, int size) {
    int global = blockDim.x * blockIdx.x + threadIdx.x;
    int a = 3465, b = 1768, c = 453;
    int sum = a + b + c;
    if (global < size) result[global] = sum;
}

extern "C" __global__ void static_plus_one(const int *input, int *output, int size) {
    __shared__ int staged[128];
    int global = blockDim.x * blockIdx.x + threadIdx.x;
    if (global < size) {
        staged[threadIdx.x] = input[global];
        output[global] = staged[threadIdx.x] + 1;
    }
}

extern "C" __global__ void dynamic_plus_one(const int *input, int *output, int size) {
    extern __shared__ int dynamic_staged[];
    int global = blockDim.x * blockIdx.x + threadIdx.x;
    if (global < size) {
        dynamic_staged[threadIdx.x] = input[global];
        output[global] = dynamic_staged[threadIdx.x] + 1;
    }
}

extern "C" __global__ void transpose_naive(const int *in, int *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

template <int PAD> __device__ void transpose_tile(const int *in, int *out, int width, int height) {
    __shared__ int tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    int column = blockIdx.y * TILE + threadIdx.x, row = blockIdx.x * TILE + threadIdx.y;
    if (column < height && row < width) out[row * height + column] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void transpose_shared(const int *in, int *out, int width, int height) {
    transpose_tile<0>(in, out, width, height);
}

extern "C" __global__ void transpose_padded(const int *in, int *out, int width, int height) {
    transpose_tile<1>(in, out, width, height);
}

extern "C" __global__ void transpose_swizzled(const int *in, int *out, int width, int height) {
    __shared__ int tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += 8) {
        int row = threadIdx.y + j;
        tile[row][threadIdx.x ^ row] = in[(y + j) * width + x];
    }
    __syncthreads();
    int tx = blockIdx.y * TILE + threadIdx.x, ty = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += 8) {
        int column = threadIdx.y + j;
        out[(ty + j) * height + tx] = tile[threadIdx.x][column ^ threadIdx.x];
    }
}

template <typename Word> __device__ void strided_words(Word *words, int stride) {
    extern __shared__ char raw[];
    Word *staged = (Word *)raw;
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) staged[i] = words[i];
    __syncthreads();
    Word value = staged[(threadIdx.x * stride) & 1023];
    words[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

extern "C" __global__ void stride_4_bytes(int *words, int stride) { strided_words<int>(words, stride); }
extern "C" __global__ void stride_8_bytes(double *words, int stride) { strided_words<double>(words, stride); }
extern "C" __global__ void stride_16_bytes(int4 *words, int stride) { strided_words<int4>(words, stride); }

extern "C" __global__ void broadcast(int *out, int share) {
    __shared__ int words[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) words[i] = i;
    __syncthreads();
    out[threadIdx.x] = words[(threadIdx.x / share) * 37 & 1023];
}

extern "C" __global__ void store_stride(int *out, int stride) {
    __shared__ int words[1024];
    words[(threadIdx.x * stride) & 1023] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x];
}

extern "C" __global__ void atomic_stride(int *out, int stride) {
    __shared__ int counters[1024];
    counters[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&counters[(threadIdx.x * stride) & 1023], 1);
    __syncthreads();
    out[threadIdx.x] = counters[threadIdx.x];
}

extern "C" __global__ void global_stride(const int *in, int *out, int stride, int offset) {
    int global = blockIdx.x * blockDim.x + threadIdx.x;
    out[global] = in[global * stride + offset];
}

extern "C" __global__ void local_array(const int *index, int *out) {
    int values[64];
    for (int i = 0; i < 64; i++) values[i] = index[i] * threadIdx.x;
    int global = blockIdx.x * blockDim.x + threadIdx.x;
    out[global] = values[index[global] & 63];
}
