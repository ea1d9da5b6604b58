// Each level of the tree lies by itself, a node reads its two children as one pair, and who makes a sum
// stores it.
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int2 nodes[256];
    int *words = (int *)nodes;
    int t = threadIdx.x, base = 0;
    in += blockIdx.x * 512;
    out += blockIdx.x * 512;
    int2 pair = ((const int2 *)in)[t];
    words[t] = pair.x + pair.y;
    out[2 * t] = pair.x;
    if (t % 2 == 0)
        out[2 * t + 1] = pair.x + pair.y;
    __syncthreads();
    for (int count = 128, size = 4; count > 0; count /= 2, size *= 2) {
        if (t < count) {
            int2 children = nodes[base / 2 + t];
            int sum = children.x + children.y;
            words[base + 2 * count + t] = sum;
            if (t % 2 == 0)
                out[(t + 1) * size - 1] = sum;
        }
        base += 2 * count;
        __syncthreads();
    }
}
