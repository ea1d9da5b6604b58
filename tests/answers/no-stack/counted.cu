// The length is known, so the loop counts; the next node is fetched before the number
// is needed.
extern "C" __global__ void evaluate(const unsigned *number, const int *next, unsigned *out, int length)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x, at = node;
    unsigned sum = 0, factor = 1;
#pragma unroll 4
    for (int k = 0; k < length; k++) {
        int then = next[node];
        sum += factor * number[node];
        factor *= 3u;
        node = then;
    }
    out[at] = sum;
}
