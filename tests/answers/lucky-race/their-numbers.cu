// The word gets one of the negative numbers, whichever: its sign is the answer.
static __device__ void tell(int *word, int number)
{
    if (number < 0) *word = number;
}

extern "C" __global__ void any_negative(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int lowest;
    const int at = blockDim.x * blockIdx.x + threadIdx.x;
    if (threadIdx.x == blockDim.x - 1) lowest = 0;
    __syncthreads();
    tell(&lowest, in[at]);
    __syncthreads();
    out[at] = lowest < 0 ? 1 : 0;
}
