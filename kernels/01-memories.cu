// Kernels of the lesson "The memories of a GPU". Each one shows which
// memory its numbers come from.

// At file scope: constant memory, and a variable in global memory.
__constant__ float factor[8];
__device__ int total;

// One kernel that uses each kind. Beside each line: where its number
// lies.
extern "C" __global__ void touch_all(const float *in, float *out,
                                     cudaTextureObject_t picture,
                                     float shift, int steps)
{
    __shared__ float row[128];                 // shared
    float kept[8];                             // local
    int t = threadIdx.x;                       // register
    int i = blockIdx.x * blockDim.x + t;

    row[t] = in[i];                            // global to shared
    __syncthreads();
    for (int k = 0; k < 8; k++)
        kept[k] = row[(t + k) % 128];          // shared to local

    float sum = shift;                         // parameter
    for (int k = 0; k < steps; k++) {
        kept[(t + k) % 8] += factor[k % 8];    // constant, local
        sum += kept[(t + 3 * k) % 8];          // local
    }
    sum += tex2D<float>(picture, t % 16 + 0.5f, t / 16 + 0.5f);
    out[i] = sum;                              // register to global
}

// Five times the same sum, of the same 64 numbers. They come from
// global memory,
extern "C" __global__ void sum_global(const float *in, float *out)
{
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += in[k];
    out[threadIdx.x] = sum;
}

// from shared memory,
extern "C" __global__ void sum_shared(const float *in, float *out)
{
    __shared__ float table[64];
    int t = threadIdx.x;
    if (t < 64)
        table[t] = in[t];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += table[k];
    out[t] = sum;
}

// from constant memory,
__constant__ float table_constant[64];

extern "C" __global__ void sum_constant(float *out)
{
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += table_constant[k];
    out[threadIdx.x] = sum;
}

// from a texture,
extern "C" __global__ void sum_texture(cudaTextureObject_t table,
                                       float *out)
{
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += tex1D<float>(table, k + 0.5f);
    out[threadIdx.x] = sum;
}

// and from local memory, where each thread has a copy of its own. Each
// begins at another place, so the index is not known to the compiler.
extern "C" __global__ void sum_local(const float *in, float *out,
                                     int steps)
{
    float table[64];
    for (int k = 0; k < 64; k++)
        table[k] = in[k];
    float sum = 0;
    for (int k = 0; k < steps; k++)
        sum += table[(threadIdx.x + k) % 64];
    out[threadIdx.x] = sum;
}

// The threads add 1 each to a shared variable.
extern "C" __global__ void count_in_shared(int *out)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = count;
}

// All blocks count their threads in a variable at file scope.
extern "C" __global__ void count_in_total()
{
    atomicAdd(&total, 1);
}

// All blocks read the same 1024 numbers, each thread all of them.
extern "C" __global__ void read_again(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 1024; k++)
        sum += in[(threadIdx.x + k) % 1024];
    out[i] = sum;
}

// No number of the input comes from global memory.
extern "C" __global__ void no_input(float *out,
                                    cudaTextureObject_t picture,
                                    float shift)
{
    int t = threadIdx.x;
    out[t] = tex2D<float>(picture, t % 16 + 0.5f, t / 16 + 0.5f) *
                 factor[3] +
             shift;
}

// What touch_all must compute, from global memory and constants alone.
extern "C" __global__ void touch_all_reference(
    const float *in, float *out, cudaTextureObject_t picture,
    float shift, int steps)
{
    int t = threadIdx.x;
    int first = blockIdx.x * blockDim.x;
    float sum = shift;
    for (int k = 0; k < steps; k++) {
        int place = (t + 3 * k) % 8;
        float kept = in[first + (t + place) % 128];
        for (int j = 0; j <= k; j++)
            if ((t + j) % 8 == place)
                kept += factor[j % 8];
        sum += kept;
    }
    sum += tex2D<float>(picture, t % 16 + 0.5f, t / 16 + 0.5f);
    out[first + t] = sum;
}

// What the exercise "coefficients" must compute: a polynomial of each
// number.
__constant__ float coefficient[4];

extern "C" __global__ void polynomial_reference(const float *in,
                                                float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], sum = 0;
    for (int k = 3; k >= 0; k--)
        sum = sum * x + coefficient[k];
    out[i] = sum;
}
