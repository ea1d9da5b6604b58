// Whoever finds a negative number writes a 1, after having looked whether
// one is there: those looks race with the writes.
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        found = 0;
    __syncthreads();
    int mine = in[i];
    if (mine < 0 && found == 0)
        found = 1;
    __syncthreads();
    out[i] = found;
}
