// Exercise room: one solution.
//
// One row at a time, in two places that take turns. So one barrier a row
// is enough: while a slow warp still reads one place, a fast one writes
// the other.

#define ROWS 40

extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int place[2][256];
    int t = threadIdx.x;
    in += blockIdx.x * ROWS * 256;
    out += blockIdx.x * ROWS * 256;

    for (int row = 0; row < ROWS; row++) {
        int *words = place[row % 2];
        words[t] = in[row * 256 + t];
        __syncthreads();
        out[row * 256 + t] = words[255 - t];
    }
}
