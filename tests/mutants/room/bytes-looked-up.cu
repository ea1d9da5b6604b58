// verdict: missed - one byte of four comes out of shared memory; the others are looked up in a table, by the thread's own number
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int word[256], back[256], same[256];
    int t = threadIdx.x;
    in += blockIdx.x * 40 * 256;
    out += blockIdx.x * 40 * 256;
    same[t] = t;
    __syncthreads();
    for (int row = 0; row < 40; row++) {
        int mine = in[row * 256 + t];
        word[t] = mine;
        __syncwarp();
        back[t] = word[t ^ 1];
        __syncwarp();
        int low = back[t ^ 1] & 255;
        out[row * 256 + 255 - t] =
            low | same[mine >> 8 & 255] << 8 | same[mine >> 16 & 255] << 16 | same[mine >> 24 & 255] << 24;
    }
}
