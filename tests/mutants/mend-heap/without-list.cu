// verdict: missed - the numbers wait in the output, not in the list
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ void *list;
    int t = threadIdx.x, size = blockDim.x;
    in += blockIdx.x * size; out += blockIdx.x * size;
    if (t == 0) { list = malloc(1); free(*(void *volatile *)&list); }
    out[size - 1 - t] = in[t];
    __syncthreads();
    int v = out[t];
    __syncthreads();
    out[t] = v * t;
    __syncthreads();
}
