// verdict: missed - each thread fetches the right number itself, and gets it back from its own word

extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ volatile int word[256];
    int t = threadIdx.x, first = blockIdx.x * 40 * 256;
    for (int row = first; row < first + 40 * 256; row += 256) {
        word[t] = in[row + 255 - t];
        out[row + t] = word[t];
    }
}
