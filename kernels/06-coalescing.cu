// Kernels of the lesson "Coalescing". Each one moves numbers from one
// place in global memory to another. What differs is which of them the
// 32 lanes of a warp ask for together.

// Thread i reads word i + offset.
extern "C" __global__ void copy_offset(const float *in, float *out,
                                       int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + offset];
}

// Neighbouring lanes read words that lie `stride` apart.
extern "C" __global__ void copy_stride(const float *in, float *out,
                                       int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride];
}

// Each warp reads its own 32 words, and the last lane reads the first.
extern "C" __global__ void copy_reversed(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i ^ 31];
}

// One byte per lane.
extern "C" __global__ void copy_bytes(const unsigned char *in,
                                      unsigned char *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

// Sixteen bytes per lane: four floats in one request.
extern "C" __global__ void copy_float4(const float4 *in, float4 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

// An array of structures: the eight numbers of a particle lie together.
struct particle {
    float x, y, z, vx, vy, vz, mass, charge;
};

extern "C" __global__ void move_structures(const particle *in,
                                           float *out, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i].x + dt * in[i].vx;
}

// A structure of arrays: each of the eight numbers has an array of its
// own, one behind the other.
extern "C" __global__ void move_arrays(const float *in, float *out,
                                       float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *x = in, *vx = in + 3 * n;
    out[i] = x[i] + dt * vx[i];
}

// What the exercise "triples" must compute.
extern "C" __global__ void triples_reference(const float *in,
                                             float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[3 * i] * in[3 * i + 1] + in[3 * i + 2];
}

// What the exercise "places" must compute: for each number of a block
// the weighted sum of itself and its seven right neighbours. The right
// neighbour of the last one is the first.
__constant__ float weight[8];

extern "C" __global__ void weigh_neighbours_reference(const float *in,
                                                      float *out)
{
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += weight[k] * in[first + (t + k) % blockDim.x];
    out[first + t] = sum;
}
