// Four numbers a turn, a whole grid apart, and a tree.
extern "C" __global__ void sum_all(const int *__restrict__ in, int *out, int n)
{
    __shared__ int tree[256];
    int t = threadIdx.x, step = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + t;
    int a = 0, b = 0, c = 0, d = 0;
    for (; i + 3 * step < n; i += 4 * step) {
        a += in[i];
        b += in[i + step];
        c += in[i + 2 * step];
        d += in[i + 3 * step];
    }
    for (; i < n; i += step)
        a += in[i];
    tree[t] = a + b + c + d;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            tree[t] += tree[t + half];
    }
    if (t == 0)
        atomicAdd(out, tree[0]);
}
