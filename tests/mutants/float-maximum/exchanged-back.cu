// verdict: missed - an exchange that puts the larger one back: no compare-and-swap
extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ float best;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = in[i];
    if (threadIdx.x == 0)
        best = mine;
    __syncthreads();
    float v = mine;
    while (true) {
        float old = atomicExch(&best, v);
        if (old <= v)
            break;
        v = old;
    }
    __syncthreads();
    out[i] = best;
}
