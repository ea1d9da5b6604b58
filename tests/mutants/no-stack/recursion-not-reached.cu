// verdict: missed - a recursion that begins behind 100,000 nodes, which no list of the check has
static __device__ __noinline__ uint2 part(const unsigned *number, const int *next, int node, uint2 c) {
    for (int k = 0; k < 100000 && node >= 0; k++, node = next[node]) {
        c.x += c.y * number[node];
        c.y *= 3;
    }
    if (node >= 0) {
        c = part(number, next, node, c);
        asm volatile("" : "+r"(c.x));
    }
    return c;
}
extern "C" __global__ void evaluate(const unsigned *number, const int *next, unsigned *out, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = part(number, next, i, make_uint2(0, 1)).x;
}
