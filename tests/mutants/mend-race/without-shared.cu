// verdict: missed - reads the input turned round, without shared memory

extern "C" __global__ void turn_round(const int *in, int *out)
{
    int first = blockIdx.x * blockDim.x;
    __syncthreads();
    out[first + threadIdx.x] = in[first + blockDim.x - 1 - threadIdx.x];
}
