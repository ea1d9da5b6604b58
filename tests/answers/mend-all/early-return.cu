// counted in shared memory; all threads but one return
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{

    __shared__ int words[256], steps[256], risen;
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t == 0) risen = 0;
    words[t] = in[i];
    __syncthreads();
    if (t == 255) { steps[t] = 0; } else { steps[t] = words[t + 1] - words[t]; }
    if (steps[t] > 0) atomicAdd(&risen, 1);
    out[i] = steps[t];
    __syncthreads();
    if (t > 0 || risen == 0) return;
    atomicAdd(rising, risen);
}
