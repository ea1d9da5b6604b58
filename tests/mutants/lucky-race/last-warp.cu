// verdict: wrong - each thread asks for two numbers, and who comes last decides
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t == 0) found = 0;
    __syncthreads();
    int other = blockIdx.x * blockDim.x + (t + blockDim.x / 2) % blockDim.x;
    found = (in[i] < 0 || in[other] < 0) ? t + 1 : 0;
    __syncthreads();
    out[i] = found != 0;
}
