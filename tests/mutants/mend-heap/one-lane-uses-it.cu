// verdict: missed - one lane of a warp takes what the list says, and the others drop it
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    if (t == 0) list = (int *)malloc(size * sizeof(int));
    __syncthreads();
    if (list == nullptr) return;
    int mine = in[first + size - 1 - t]; list[t ^ 1] = mine;
    __syncthreads();
    int o = ((volatile int *)list)[t ^ 1];
    out[first + t] = (t % 32 == 1 ? o : mine) * t;
    __syncthreads();
    if (t == 0) free(list);
}
