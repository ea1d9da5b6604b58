// verdict: missed - a vote finds the answer, and the race is for a word that does not matter

extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ volatile int word;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int any = __syncthreads_or(in[i] < 0);
    word = t;
    int read = word;
    out[i] = any != 0 || read < 0;
}
