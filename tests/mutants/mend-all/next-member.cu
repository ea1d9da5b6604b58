// verdict: missed - thread 255 reads behind words, where another array of the same struct lies
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ struct { int words[256], steps[256]; } s;
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    s.words[t] = in[i];
    __syncthreads();
    int step = s.words[t + 1] - s.words[t];
    if (t == 255)
        step = 0;
    __syncthreads();
    s.steps[t] = step;
    out[i] = s.steps[t];
    if (s.steps[t] > 0)
        atomicAdd(rising, 1);
}
