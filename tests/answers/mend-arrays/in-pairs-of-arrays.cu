// A structure of two pointers, and a wrap that needs no division.
struct Arrays {
    int *numbers, *doubled;
    __device__ Arrays(int *storage, int count) : numbers(storage), doubled(storage + count) {}
    __device__ void keep(int t, int number) { numbers[t] = number, doubled[t] = number + number; }
};
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back)
{
    extern __shared__ int storage[];
    int t = threadIdx.x, n = blockDim.x, first = blockIdx.x * n;
    Arrays arrays(storage, n);
    arrays.keep(t, in[first + t]);
    __syncthreads();
    out[first + t] = arrays.doubled[t - back + (t < back ? n : 0)] + arrays.numbers[t];
}
