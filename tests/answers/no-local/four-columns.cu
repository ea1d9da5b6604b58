// A quarter of the threads walks down four columns each, 16 bytes at a time.
extern "C" __global__ void moving_sum(const int *in, int *out, int rows, int columns)
{
    if (threadIdx.x >= 16)
        return;
    int4 last[16] = {}, sum = {};
    for (int row = 0; row < rows; row++) {
        size_t at = (size_t)row * columns + blockIdx.x * 64 + 4 * threadIdx.x;
        int4 now = *(const int4 *)(in + at);
        sum.x += now.x - last[15].x;
        sum.y += now.y - last[15].y;
        sum.z += now.z - last[15].z;
        sum.w += now.w - last[15].w;
#pragma unroll
        for (int k = 15; k > 0; k--)
            last[k] = last[k - 1];
        last[0] = now;
        *(int4 *)(out + at) = sum;
    }
}
