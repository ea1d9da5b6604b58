// verdict: missed - the numbers stay in registers, and shared memory only checks them
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int2 box[256];
    int t = threadIdx.x;
    in += blockIdx.x * 10240;
    out += blockIdx.x * 10240;
    for (int row = 0; row < 40; row++) {
        int mine = in[row * 256 + t];
        box[t] = make_int2(mine, (int)__funnelshift_l(mine, mine, 5));
        __syncwarp();
        int2 other = box[t ^ 1];
        int zero = other.x - (int)__funnelshift_r(other.y, other.y, 5);
        out[row * 256 + 255 - t] = mine + zero;
        __syncwarp();
    }
}
