// A quarter of the threads fetches the tile, four numbers at a time.
extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[1024];
    int t = threadIdx.y * 32 + threadIdx.x;
    int bx = blockIdx.x * 32, by = blockIdx.y * 32;
    if (t < 256) {
        int r = t / 8, c = t % 8 * 4;
        int4 v = *reinterpret_cast<const int4 *>(in + (by + r) * size + bx + c);
        int x[4] = {v.x, v.y, v.z, v.w};
        #pragma unroll
        for (int k = 0; k < 4; k++) tile[r * 32 + ((c + k) ^ r)] = x[k];
    }
    __syncthreads();
    int r = threadIdx.y, c = threadIdx.x;
    out[(bx + r) * size + by + c] = tile[c * 32 + (r ^ c)];
}
