// Kernels of the lesson "Declaring shared memory".

// At file scope: every kernel and function of the file knows it.
__shared__ int board[128];

__device__ int from_board(int place)
{
    return board[place % 128];
}

extern "C" __global__ void use_board(const int *in, int *out)
{
    int t = threadIdx.x;
    board[t] = in[t];
    __syncthreads();
    out[t] = from_board(t + 1);
}

// Knows the board too, and does not use it.
extern "C" __global__ void ignore_board(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

// A shared variable of a function, which one kernel calls twice.
__device__ int *scratch()
{
    __shared__ int words[64];
    return words;
}

extern "C" __global__ void call_twice(const int *in, int *out)
{
    int t = threadIdx.x;
    int *one = scratch(), *two = scratch();
    one[t] = in[t];
    __syncthreads();
    out[t] = two[63 - t];
}

// A static array, a static variable, and two dynamic arrays.
extern "C" __global__ void all_kinds(const int *in, int *out, int first,
                                     int second)
{
    extern __shared__ int storage[];
    __shared__ int fixed[32];
    __shared__ int total;
    int *left = storage, *right = storage + first;
    int t = threadIdx.x;
    if (t == 0)
        total = first + second;
    if (t < 32)
        fixed[t] = t;
    if (t < first)
        left[t] = in[t];
    if (t < second)
        right[t] = 2 * in[t];
    __syncthreads();
    if (t < first)
        out[t] = left[first - 1 - t] + fixed[t % 32] + total;
    if (t < second)
        out[first + t] = right[second - 1 - t];
}

// As in a lecture: one word for each thread in the second array,
// which has only `second` of them.
extern "C" __global__ void two_arrays(const int *in, int *out, int first,
                                      int second)
{
    extern __shared__ int storage[];
    int *left = storage, *right = storage + first;
    int t = threadIdx.x;
    if (t < first)
        left[t] = in[t];
    right[t] = 2 * in[t];
    __syncthreads();
    out[t] = right[t];
}

// The number of the thread whose own number is smaller by 10.
extern "C" __global__ void ten_to_the_left(const int *in, int *out)
{
    extern __shared__ int words[];
    words[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = words[(threadIdx.x - 10) % blockDim.x];
}

// Two dimensions in one dynamic array: rows of `width` words.
extern "C" __global__ void turn_table(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    int x = threadIdx.x, y = threadIdx.y, height = blockDim.y;
    words[y * width + x] = in[y * width + x];
    __syncthreads();
    int i = y * width + x;
    out[i] = words[i % height * width + i / height];
}

// A window of `count` floats, all of them in shared memory at once.
extern "C" __global__ void large_window(const float *in, float *out,
                                        int count)
{
    extern __shared__ float window[];
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        window[i] = in[i];
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        out[i] = window[count - 1 - i];
}

// What the exercise "pitch" must compute: the sums of 32 rows.
extern "C" __global__ void row_sums_reference(const int *in, int *out,
                                              int width)
{
    int row = blockIdx.x * 32 + threadIdx.x, sum = 0;
    for (int k = 0; k < width; k++)
        sum += in[row * width + k];
    out[row] = sum;
}

// What the exercise "mend-arrays" must compute.
extern "C" __global__ void
doubled_neighbours_reference(const int *in, int *out, int back)
{
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;
    out[first + t] = in[first + t]
                     + 2 * in[first + (t + size - back) % size];
}
