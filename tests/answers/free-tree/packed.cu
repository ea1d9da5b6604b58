// The sums of a round lie packed at the front, and the results go out as soon as they are final.
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int sums[256];
    int t = threadIdx.x;
    int first = blockIdx.x * 512;
    int2 v = ((const int2 *)(in + first))[t];
    v.y += v.x;
    // the sums of each round are packed to the front: a round reads 2k, 2k + 1 as an int2
    sums[t] = v.y;
    int mine = v.y, at = 2 * t + 1;
    for (int count = 128, step = 2; count > 0; count /= 2, step *= 2) {
        __syncthreads();
        int s = 0;
        if (t < count) {
            int2 p = ((int2 *)sums)[t];
            s = p.x + p.y;
        }
        __syncthreads();
        if (t < count) {
            sums[t] = s;
            if (t % 2 == 0)
                out[first + 2 * step * (t + 1) - 1] = s;
        }
    }
    out[first + 2 * t] = v.x;
    if (t % 2 == 0)
        out[first + at] = mine;
}
