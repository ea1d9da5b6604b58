// the word is volatile: lanes race all the same, in an order that nothing promises
extern "C" __global__ void any_negative(const int *in, int *out)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    __shared__ volatile int found;
    if (t == 0)
        found = 0;
    __syncthreads();
    int v = in[i];
    if (v < 0 && found >= 0)
        found = v;
    __syncthreads();
    out[i] = found < 0;
}
