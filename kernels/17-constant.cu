// Kernels of the lesson "Constant and read-only memory".

// 32 numbers that the host sets before the launch.
__constant__ float weights[32];

// Every thread evaluates the same polynomial at its own place. In each
// step all lanes read the same coefficient.
extern "C" __global__ void polynomial(const float *in, float *out,
                                      int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], sum = 0;
    for (int k = terms - 1; k >= 0; k--)
        sum = sum * x + weights[k];
    out[i] = sum;
}

// `share` neighbouring threads read the same number.
extern "C" __global__ void read_shared_out(float *out, int share)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = weights[threadIdx.x / share % 32];
}

// The same table in three kinds of memory, and each lane looks up an
// entry of its own.
extern "C" __global__ void look_up_constant(const int *which, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = weights[which[i]];
}

extern "C" __global__ void look_up_shared(const int *which, float *out)
{
    __shared__ float table[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 32)
        table[threadIdx.x] = weights[threadIdx.x];
    __syncthreads();
    out[i] = table[which[i]];
}

extern "C" __global__ void look_up_global(const int *which,
                                          const float *table, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table[which[i]];
}

// All lanes read the same words of global memory.
extern "C" __global__ void polynomial_global(const float *in,
                                             const float *table,
                                             float *out, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], sum = 0;
    for (int k = terms - 1; k >= 0; k--)
        sum = sum * x + table[k];
    out[i] = sum;
}

extern "C" __global__ void
polynomial_global_reference(const float *in, const float *table,
                            float *out, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0, power = 1;
    for (int k = 0; k < terms; k++) {
        sum += table[k] * power;
        power *= in[i];
    }
    out[i] = sum;
}

// Each number times each factor. What is the same in every round of the
// loop may be loaded once, if the compiler knows that no store to `out`
// changes it.
extern "C" __global__ void scale(const float *in, const float *factors,
                                 float *out, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    for (int k = 0; k < terms; k++)
        out[k * threads + i] = in[i] * factors[k];
}

extern "C" __global__ void
scale_restrict(const float *__restrict__ in,
               const float *__restrict__ factors,
               float *__restrict__ out, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    for (int k = 0; k < terms; k++)
        out[k * threads + i] = in[i] * factors[k];
}

// Loads that take the read-only path, and no promise about `out`.
extern "C" __global__ void scale_ldg(const float *in,
                                     const float *factors, float *out,
                                     int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    for (int k = 0; k < terms; k++)
        out[k * threads + i] = __ldg(&in[i]) * __ldg(&factors[k]);
}

// A variable of the device that a kernel writes: not constant.
__device__ int visits;

extern "C" __global__ void count_visits(const int *in)
{
    if (in[blockIdx.x * blockDim.x + threadIdx.x] > 0)
        atomicAdd(&visits, 1);
}

// What polynomial must compute, term by term.
extern "C" __global__ void polynomial_reference(const float *in,
                                                float *out, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0, power = 1;
    for (int k = 0; k < terms; k++) {
        sum += weights[k] * power;
        power *= in[i];
    }
    out[i] = sum;
}

// What the exercise "filter" must compute.
__constant__ float taps[16];

extern "C" __global__ void filter_reference(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 16; k++)
        sum += taps[k] * in[i + k];
    out[i] = sum;
}

// What the exercise "look-up" must compute.
__constant__ int table[256];

extern "C" __global__ void translate_reference(const int *in, int *out,
                                               int each)
{
    for (int k = 0; k < each; k++) {
        int i = (blockIdx.x * each + k) * blockDim.x + threadIdx.x;
        out[i] = table[in[i]] + table[255 - in[i]];
    }
}
