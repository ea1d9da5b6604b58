// verdict: missed - each thread loads what it writes, and an atomic on its own word hides that nobody takes another's
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ volatile int own[256];
    int t = threadIdx.x, block = blockIdx.x * 40 * 256;
    for (int row = 0; row < 40 * 256; row += 256) {
        own[t] = in[block + row + 255 - t];
        atomicXor((int *)&own[t], 0);
        out[block + row + t] = own[t];
    }
}
