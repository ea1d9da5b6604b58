// Two rows at a time, in two places, with one barrier for both.
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int rows[2][2][256];
    int t = threadIdx.x, now = 0;
    in += blockIdx.x * 10240 + t;
    out += blockIdx.x * 10240 + t;
    for (int row = 0; row < 40; row += 2, now = 1 - now) {
        rows[now][0][t] = in[row * 256];
        rows[now][1][t] = in[row * 256 + 256];
        __syncthreads();
        out[row * 256] = rows[now][0][255 - t];
        out[row * 256 + 256] = rows[now][1][255 - t];
    }
}
