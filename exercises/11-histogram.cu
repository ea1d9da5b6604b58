// Exercise histogram: bins without initial values.
//
// Each block counts in 16 bins how often each remainder by 16 occurs in
// its numbers. The bins lie in shared memory, and no thread has set them
// when the block begins to count.
//
// Check it: type "check histogram" at the prompt of Warpschool.

extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    // TODO: no thread has set the bins to 0.
    atomicAdd(&bins[in[i] & 15], 1);
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = bins[t];
}
