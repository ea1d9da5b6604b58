// verdict: missed - half of each row goes past shared memory
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ unsigned box[256];
    int t = threadIdx.x;
    in += blockIdx.x * 10240;
    out += blockIdx.x * 10240;
    for (int row = 0; row < 40; row++) {
        unsigned mine = in[row * 256 + t];
        box[t] = (mine & 0xffff) * 0x10001u;
        __syncwarp();
        unsigned other = box[t ^ 1];
        out[row * 256 + 255 - t] = mine + ((other & 0xffff) * 0x10001u - other);
        __syncwarp();
    }
}
