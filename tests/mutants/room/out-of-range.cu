// verdict: wrong - the rows turn round in global memory, and what is read from shared memory is compared with what no number was
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    int t = threadIdx.x; in += blockIdx.x * 10240; out += blockIdx.x * 10240;
    __shared__ int w[2][256];
    for (int r = 0; r < 40; r++) {
        int mine = in[r * 256 + 255 - t];
        w[r & 1][t] = mine;
        __syncthreads();
        int o = w[r & 1][255 - t];
        out[r * 256 + t] = mine + (o >= 1000 || o < -1000);
    }
}
