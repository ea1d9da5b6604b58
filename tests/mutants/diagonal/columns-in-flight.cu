// verdict: missed - rows come turned from global memory, columns are added up as they come
extern "C" __global__ void diagonal(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x;
    in += blockIdx.x * 1024;

    int columns = 0, diagonal = in[lane * 33];
    for (int row = 0; row < 32; row++) {
        columns += in[row * 32 + lane];
        tile[row][lane] = in[lane * 32 + row];
    }
    __syncwarp();
    volatile int *t = &tile[0][0];
    int sum = diagonal + t[lane] - 2 * columns;
    for (int k = 0; k < 32; k++) {
        int a = t[k * 32 + lane], b = t[k * 32 + lane];
        sum += (k ? 2 * a : a) - b;
    }
    out[blockIdx.x * 32 + lane] = sum;
}
