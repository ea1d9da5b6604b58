// verdict: missed - the race comes when the answer is known
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ volatile int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        found = 0;
    __syncthreads();
    if (in[i] < 0)
        found = 1;
    __syncthreads();
    int answer = found != 0;
    out[i] = answer;
    if (answer)
        found = t + 1;
    else
        found = 0;
}
