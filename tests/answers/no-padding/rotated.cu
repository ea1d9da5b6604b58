// The words of a row are turned by the row's number.
extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[1024];
    int t = threadIdx.x, u = threadIdx.y;
    tile[u * 32 + (t + u) % 32] =
        in[(blockIdx.y * 32 + u) * size + blockIdx.x * 32 + t];
    __syncthreads();
    out[(blockIdx.x * 32 + u) * size + blockIdx.y * 32 + t] =
        tile[t * 32 + (u + t) % 32];
}
