// verdict: wrong - a signed remainder is negative, and lands in the first array

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
    int left = ((int)threadIdx.x - back) % (int)blockDim.x;
    out[i] = numbers[threadIdx.x] + doubled[left];
}
