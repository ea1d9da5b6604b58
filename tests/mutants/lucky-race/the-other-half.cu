// verdict: missed - all store the same 1 for the answer, and race for a half of the word that nobody looks at
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ union { int both; struct { short found, noise; } half; } word;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        word.both = 0;
    __syncthreads();
    if (in[i] < 0)
        *(volatile short *)&word.half.found = 1;
    *(volatile short *)&word.half.noise = t;
    __syncthreads();
    out[i] = *(volatile int *)&word.both & 1;
}
