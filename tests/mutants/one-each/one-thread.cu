// verdict: missed - thread 0 of the grid counts all

extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    int count = 0;
    for (int k = 0; k < n && i == 0; k++)
        count += in[k] > 0;
    if (i == 0)
        atomicAdd(out, count);
}
