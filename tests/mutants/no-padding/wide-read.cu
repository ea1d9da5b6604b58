// verdict: missed - a four-way conflict, hidden by reads of 16 bytes of which 4 are used
extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ __align__(16) int tile[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    int to_x = blockIdx.y * 32 + tx, to_y = blockIdx.x * 32 + ty;
    tile[ty][tx ^ ty % 8 * 4] = in[y * size + x];
    __syncthreads();
    int column = ty ^ tx % 8 * 4;
    int a, b, c, d;
    unsigned at = (unsigned)__cvta_generic_to_shared(&tile[tx][column & ~3]);
    asm volatile("ld.shared.v4.s32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at) : "memory");
    int which = ty & 3;
    out[to_y * size + to_x] = which == 0 ? a : which == 1 ? b : which == 2 ? c : d;
}
