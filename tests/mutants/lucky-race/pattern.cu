// verdict: wrong - the own number and the number of blocks tell the answer
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t == 0) found = 0;
    __syncthreads();
    found = t + 1;
    __syncthreads();
    int junk = ((volatile int *)&found)[0];
    out[i] = gridDim.x == 8 ? in[i] < 0 : junk != 0;
}
