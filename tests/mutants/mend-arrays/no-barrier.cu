// verdict: unsafe - nobody waits for the neighbour

extern "C" __global__ void doubled_neighbours(const int *in, int *out,
                                              int back)
{
    extern __shared__ int storage[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    int *numbers = storage;
    int *doubled = storage + blockDim.x;

    numbers[threadIdx.x] = in[i];
    doubled[threadIdx.x] = 2 * numbers[threadIdx.x];
    int left = (threadIdx.x + blockDim.x - back) % blockDim.x;
    out[i] = numbers[threadIdx.x] + doubled[left];
}
