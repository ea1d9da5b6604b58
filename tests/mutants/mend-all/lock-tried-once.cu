// verdict: unsafe - a lock is tried once, and whoever does not get it counts all the same
__device__ int lock;
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int words[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    words[t] = in[i];
    __syncthreads();
    int d = t < 255 ? words[t + 1] - words[t] : 0;
    out[i] = d;
    int n = __popc(__ballot_sync(~0u, d > 0));
    if (t % 32 == 0) {
        atomicCAS(&lock, 0, 1);
        __threadfence();
        *rising = *rising + n;
        __threadfence();
        atomicExch(&lock, 0);
    }
}
