// The last thread leaves after the barrier.
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;
    words[t] = in[t];
    __syncthreads();
    if (t == 255) {
        out[t] = 0;
        return;
    }
    int step = words[t + 1] - words[t];
    if (step > 0) atomicAdd(rising, 1);
    out[t] = step;
}
