// verdict: missed - each thread adds up its bin in a loop; the atomics add up what cancels out
#define BINS 64
extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int b[1024], w[1024], junk;
    int t = threadIdx.x, sum = 0, total = 0;
    if (t == 0)
        junk = 0;
    __syncthreads();
    for (int first = blockIdx.x * blockDim.x; first < n; first += gridDim.x * blockDim.x) {
        int i = first + t;
        b[t] = i < n ? in[i] : -1;
        w[t] = i < n ? weight[i] : 0;
        atomicAdd(&junk, w[t]);
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++) {
            sum += b[k] == t % BINS ? w[k] : 0;
            total += w[k];
        }
        __syncthreads();
    }
    if (t < BINS)
        atomicAdd(&bins[t], sum + junk - total);
}
