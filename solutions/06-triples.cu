// Exercise triples: one solution.
//
// The block fetches its floats in the order in which they lie: three
// loads, each of neighbouring words. Then each thread picks its triple
// from shared memory. A stride of 3 words is odd, so that costs nothing.

#define THREADS 128

extern "C" __global__ void triples(const float *in, float *out)
{
    __shared__ float words[3 * THREADS];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * 3 * THREADS;

    for (int k = 0; k < 3; k++)
        words[k * THREADS + t] = mine[k * THREADS + t];
    __syncthreads();

    float x = words[3 * t];
    float y = words[3 * t + 1];
    float z = words[3 * t + 2];
    out[blockIdx.x * THREADS + t] = x * y + z;
}
