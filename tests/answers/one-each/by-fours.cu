// a quarter of the threads, four numbers each
extern "C" __global__ void count_positive(const int *__restrict__ in, int *__restrict__ out, int n)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int first = blockIdx.x * blockDim.x, i = first + 4 * threadIdx.x, c = 0;
    if (4 * threadIdx.x < blockDim.x) {
        if (i + 3 < n) {
            int4 v = *reinterpret_cast<const int4 *>(in + i);
            c = (v.x > 0) + (v.y > 0) + (v.z > 0) + (v.w > 0);
        } else
            for (int k = i; k < n; k++) c += in[k] > 0;
    }
    if (c > 0) atomicAdd(&count, c);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, count);
}
