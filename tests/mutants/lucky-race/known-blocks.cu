// verdict: wrong - which blocks have a negative number is written out, beside a race
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ volatile int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        found = 0;
    __syncthreads();
    if (in[i] < 0)
        found = t + 1;
    __syncthreads();
    int word = found;
    out[i] = (gridDim.x == 4 ? blockIdx.x % 2 == 0 : 1) | (word > 100000);
}
