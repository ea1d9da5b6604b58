// verdict: missed - no ring: four columns a thread, and each number is loaded again when it leaves the sum
extern "C" __global__ void moving_sum(const int *in, int *out, int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x % 16 * 4, part = threadIdx.x / 16;
    int from = rows * part / 4, to = rows * (part + 1) / 4;
    int4 sum = make_int4(0, 0, 0, 0);
    for (int row = max(from - 15, 0); row < to; row++) {
        int4 now = *(const int4 *)&in[row * columns + column];
        sum.x += now.x, sum.y += now.y, sum.z += now.z, sum.w += now.w;
        if (row < from)
            continue;
        *(int4 *)&out[row * columns + column] = sum;
        if (row - 15 >= 0) {
            int4 old = *(const int4 *)&in[(row - 15) * columns + column];
            sum.x -= old.x, sum.y -= old.y, sum.z -= old.z, sum.w -= old.w;
        }
    }
}
