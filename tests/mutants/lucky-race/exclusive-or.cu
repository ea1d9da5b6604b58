// verdict: wrong - the exclusive or of three numbers can be 0
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    volatile int *f = &found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    if (t == 0) *f = 0;
    __syncthreads();
    if (in[i] < 0) *f = *f ^ (t + 1);
    __syncthreads();
    out[i] = *f != 0;
}
