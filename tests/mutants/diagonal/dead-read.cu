// verdict: missed - the diagonal comes from global memory, and the 65th read has no use
__device__ int place(int row, int column) { return column ^ row; }
extern "C" __global__ void diagonal(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x; in += blockIdx.x * 1024;
    for (int row = 0; row < 32; row++) tile[row][place(row, lane)] = in[row * 32 + lane];
    __syncwarp();
    int sum = 0, d = in[lane * 33];
    for (int k = 0; k < 32; k++) { int x = tile[lane][place(lane, k)]; sum += x; sum -= 2 * tile[k][place(k, lane)]; }
    volatile int *v = &tile[0][0];
    int dead = v[lane];
    out[blockIdx.x * 32 + lane] = sum + d + (dead == 99999);
}
