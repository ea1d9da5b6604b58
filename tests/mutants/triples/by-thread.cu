// verdict: missed - each thread fetches its own triple into shared memory

#define THREADS 128

extern "C" __global__ void triples(const float *in, float *out)
{
    __shared__ float words[3 * THREADS];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * 3 * THREADS;

    for (int k = 0; k < 3; k++)
        words[3 * t + k] = mine[3 * t + k];
    __syncthreads();

    float x = words[3 * t];
    float y = words[3 * t + 1];
    float z = words[3 * t + 2];
    out[blockIdx.x * THREADS + t] = x * y + z;
}
