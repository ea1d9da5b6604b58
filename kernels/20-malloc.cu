// Kernels of the lesson "Memory from malloc". Threads ask for memory
// while the kernel runs, and give it back.

// Thread 0 allocates a list for the block and puts its address into
// shared memory. Nobody waits for it.
extern "C" __global__ void share_unsafe(int *out)
{
    __shared__ int *list;
    int t = threadIdx.x;
    if (t == 0)
        list = (int *)malloc(blockDim.x * sizeof(int));
    list[t] = 10 * t;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = list[blockDim.x - 1 - t];
    __syncthreads();
    if (t == 0)
        free(list);
}

// A barrier between the allocation and the first use. Where malloc gave
// nothing, the whole block returns.
extern "C" __global__ void share(int *out)
{
    __shared__ int *list;
    int t = threadIdx.x;
    if (t == 0)
        list = (int *)malloc(blockDim.x * sizeof(int));
    __syncthreads();
    if (list == nullptr)
        return;
    list[t] = 10 * t;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = list[blockDim.x - 1 - t];
    __syncthreads();
    if (t == 0)
        free(list);
}

// The same, and the memory is never given back.
extern "C" __global__ void share_and_forget(int *out)
{
    __shared__ int *list;
    int t = threadIdx.x;
    if (t == 0)
        list = (int *)malloc(blockDim.x * sizeof(int));
    __syncthreads();
    if (list == nullptr)
        return;
    list[t] = 10 * t;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = list[blockDim.x - 1 - t];
}

// Without the last barrier: given back while others may still read.
extern "C" __global__ void free_too_early(int *out)
{
    __shared__ int *list;
    int t = threadIdx.x;
    if (t == 0)
        list = (int *)malloc(blockDim.x * sizeof(int));
    __syncthreads();
    if (list == nullptr)
        return;
    list[t] = 10 * t;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = list[blockDim.x - 1 - t];
    if (t == 0)
        free(list);
}

// The heap's memory holds nothing in particular.
extern "C" __global__ void count_in_heap(const int *in, int *out)
{
    __shared__ int *count;
    int t = threadIdx.x;
    if (t == 0)
        count = (int *)malloc(sizeof(int));
    __syncthreads();
    if (count == nullptr)
        return;
    if (in[t] > 0)
        atomicAdd(count, 1);
    __syncthreads();
    out[t] = *count;
    __syncthreads();
    if (t == 0)
        free(count);
}

// Asks for `megabytes` and says whether it got them.
extern "C" __global__ void ask_for(int *out, int megabytes)
{
    char *memory = (char *)malloc((size_t)megabytes << 20);
    out[0] = memory != nullptr;
    if (memory != nullptr)
        free(memory);
}

// Every thread has a list of its own, of 16 numbers.
extern "C" __global__ void own_lists(const int *in, int *out)
{
    int t = threadIdx.x;
    int *list = (int *)malloc(16 * sizeof(int));
    if (list == nullptr)
        return;
    for (int k = 0; k < 16; k++)
        list[k] = in[k * blockDim.x + t];
    int sum = 0;
    for (int k = 0; k < 16; k++)
        sum += list[k];
    out[t] = sum;
    free(list);
}

// One piece for the warp; the numbers of a round lie side by side.
extern "C" __global__ void one_piece(const int *in, int *out)
{
    __shared__ int *piece;
    int t = threadIdx.x, threads = blockDim.x;
    if (t == 0)
        piece = (int *)malloc(16 * threads * sizeof(int));
    __syncthreads();
    if (piece == nullptr)
        return;
    for (int k = 0; k < 16; k++)
        piece[k * threads + t] = in[k * threads + t];
    int sum = 0;
    for (int k = 0; k < 16; k++)
        sum += piece[k * threads + t];
    out[t] = sum;
    __syncthreads();
    if (t == 0)
        free(piece);
}

// What own_lists and one_piece must compute.
extern "C" __global__ void sums_reference(const int *in, int *out)
{
    int sum = 0;
    for (int k = 0; k < 16; k++)
        sum += in[k * blockDim.x + threadIdx.x];
    out[threadIdx.x] = sum;
}

// What the exercise "mend-heap" must compute: the block's numbers, last
// one first, each times its place from the end.
extern "C" __global__ void turn_weighted_reference(const int *in,
                                                   int *out)
{
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;
    out[first + t] = in[first + size - 1 - t] * t;
}

// What the exercise "side-by-side" must compute: for each thread, how
// far its `each` numbers are below the largest, the last one first.
extern "C" __global__ void turn_lists_reference(const int *in, int *out,
                                                int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int largest = in[i];
    for (int k = 1; k < each; k++)
        largest = max(largest, in[k * threads + i]);
    for (int k = 0; k < each; k++)
        out[k * threads + i] =
            largest - in[(each - 1 - k) * threads + i];
}
