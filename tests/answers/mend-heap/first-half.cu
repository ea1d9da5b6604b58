// Each of the first half of the threads has two numbers, next to each other in the list.
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    const int t = threadIdx.x, size = blockDim.x, half = size / 2;
    if (t == 0)
        list = (int *)malloc(sizeof(int) * size);
    __syncthreads();
    in += blockIdx.x * size;
    out += blockIdx.x * size;
    if (t < half) {
        list[size - 1 - t] = in[t];
        list[half - 1 - t] = in[half + t];
    }
    __syncthreads();
    if (t < half) {
        out[t] = list[t] * t;
        out[half + t] = list[half + t] * (half + t);
    }
    __syncthreads();
    if (t == 0)
        free(list);
}
