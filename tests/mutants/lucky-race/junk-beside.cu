// verdict: missed - all write the same answer, and the race is for a word that does not matter
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    __shared__ volatile int junk;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        found = 0;
    junk = t / 32;
    __syncthreads();
    if (in[i] < 0)
        found = 1;
    __syncthreads();
    out[i] = found;
}
