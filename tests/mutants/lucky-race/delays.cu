// verdict: wrong - an update that can be lost, and delays that hide it
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t == 0) found = 0;
    __syncthreads();
    int x = t;
    for (int j = 0; j < 200 * (t / 32); j++) { x = x * 5 + j; x ^= x >> 3; }
    if (x == 0x12345 && gridDim.x == 99) out[0] = 1;
    int old = *(volatile int *)&found;
    *(volatile int *)&found = old | (in[i] < 0);
    __syncthreads();
    out[i] = found;
}
