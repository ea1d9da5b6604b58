// verdict: missed - the loop counter says which number is needed

extern "C" __global__ void turn_64(const int *in, int *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    out[i] = in[rounds % 64 * threads + i] + rounds;
}
