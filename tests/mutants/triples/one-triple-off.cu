// verdict: wrong - reads the next thread's triple

#define THREADS 128

extern "C" __global__ void triples(const float *in, float *out)
{
    __shared__ float words[3 * THREADS + 1];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * 3 * THREADS;

    for (int k = 0; k < 3; k++)
        words[k * THREADS + t] = mine[k * THREADS + t];
    if (t == 0)
        words[3 * THREADS] = 0;
    __syncthreads();

    float x = words[3 * t];
    float y = words[3 * t + 1];
    float z = words[3 * t + 3];
    out[blockIdx.x * THREADS + t] = x * y + z;
}
