// verdict: wrong - the difference wraps, and 96 is no power of two

extern "C" __global__ void doubled_neighbours(const int *in, int *out,
                                              int back)
{
    extern __shared__ int storage[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    int *numbers = storage;
    int *doubled = storage + blockDim.x;

    numbers[threadIdx.x] = in[i];
    doubled[threadIdx.x] = 2 * numbers[threadIdx.x];
    __syncthreads();
    int left = (threadIdx.x - back) % blockDim.x;
    out[i] = numbers[threadIdx.x] + doubled[left];
}
