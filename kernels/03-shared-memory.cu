// Kernels of the lesson "Shared memory". Most of them reverse the order
// of a block's numbers: for that threads need each other's numbers.

// Static: the size is in the source.
extern "C" __global__ void reverse_static(const int *in, int *out)
{
    __shared__ int words[128];
    int t = threadIdx.x;
    words[t] = in[t];
    __syncthreads();
    out[t] = words[blockDim.x - 1 - t];
}

// Dynamic: no size here. It comes with the launch.
extern "C" __global__ void reverse_dynamic(const int *in, int *out)
{
    extern __shared__ int words[];
    int t = threadIdx.x;
    words[t] = in[t];
    __syncthreads();
    out[t] = words[blockDim.x - 1 - t];
}

// Both kinds in one kernel: a large array whose size comes with the
// launch, and a small one of fixed size.
extern "C" __global__ void reverse_and_add(const int *in, int *out)
{
    extern __shared__ int words[];
    __shared__ int first[32];
    int t = threadIdx.x;
    words[t] = in[t];
    if (t < 32)
        first[t] = in[t];
    __syncthreads();
    out[t] = words[blockDim.x - 1 - t] + first[t % 32];
}

// Two dynamic arrays, as it seems.
extern "C" __global__ void two_names(const int *in, int *out)
{
    extern __shared__ int left[];
    extern __shared__ int right[];
    int t = threadIdx.x;
    left[t] = in[t];
    __syncthreads();
    right[t] = -1;
    __syncthreads();
    out[t] = left[t];
}

// Two arrays in one piece of dynamic memory: `na` ints, `gap` unused
// ints, then `nb` doubles.
extern "C" __global__ void two_arrays(const int *a, const double *b,
                                      double *out, int na, int nb,
                                      int gap)
{
    // Of the type with the strictest alignment.
    extern __shared__ double storage[];
    int *ints = (int *)storage;
    double *doubles = (double *)(ints + na + gap);

    int t = threadIdx.x;
    if (t < na)
        ints[t] = a[t];
    if (t < nb)
        doubles[t] = b[t];
    __syncthreads();
    if (t < nb)
        out[t] = doubles[nb - 1 - t] + ints[t % na];
}

// Each block has four `mine` of its own.
extern "C" __global__ void own_copy(int *out)
{
    __shared__ int mine[4];
    int t = threadIdx.x;
    if (t < 4)
        mine[t] = 100 * blockIdx.x + t;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = mine[t % 4];
}

// Counts the positive numbers of a block. No thread sets the counter to
// zero.
extern "C" __global__ void count_positive_unset(const int *in, int *out)
{
    __shared__ int counter;
    if (in[threadIdx.x] > 0)
        atomicAdd(&counter, 1);
    __syncthreads();
    out[threadIdx.x] = counter;
}

// One thread sets it, the others wait for that.
extern "C" __global__ void count_positive(const int *in, int *out)
{
    __shared__ int counter;
    if (threadIdx.x == 0)
        counter = 0;
    __syncthreads();
    if (in[threadIdx.x] > 0)
        atomicAdd(&counter, 1);
    __syncthreads();
    out[threadIdx.x] = counter;
}

// What the two above must compute, without shared memory.
extern "C" __global__ void count_positive_reference(const int *in,
                                                    int *out)
{
    int count = 0;
    for (int i = 0; i < blockDim.x; i++)
        count += in[i] > 0;
    out[threadIdx.x] = count;
}

// Each number plus one, without shared memory.
extern "C" __global__ void add_one(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + 1;
}

// The same through shared memory. Each thread reads back only the
// word that it wrote itself.
extern "C" __global__ void add_one_staged(const int *in, int *out)
{
    __shared__ int words[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    words[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = words[threadIdx.x] + 1;
}
