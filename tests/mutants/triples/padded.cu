// verdict: missed - keeps triples four words apart

#define THREADS 128

extern "C" __global__ void triples(const float *in, float *out)
{
    __shared__ float words[4 * THREADS];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * 3 * THREADS;

    for (int k = 0; k < 3; k++)
        {
        int n = k * THREADS + t;
        words[n / 3 * 4 + n % 3] = mine[n];
    }
    __syncthreads();

    float x = words[4 * t];
    float y = words[4 * t + 1];
    float z = words[4 * t + 2];
    out[blockIdx.x * THREADS + t] = x * y + z;
}
