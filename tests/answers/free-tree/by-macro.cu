// A word is left out after every 32.
#define AT(i) words[(i) + ((i) >> 5)]

extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[544];
    int t = threadIdx.x;
    const int *from = in + blockIdx.x * 512;
    for (int i = t; i < 512; i += 256)
        AT(i) = from[i];
    for (int step = 1; step < 512; step <<= 1) {
        __syncthreads();
        int right = (t + 1) * 2 * step - 1;
        if (right < 512) {
            int sum = AT(right) + AT(right - step);
            AT(right) = sum;
        }
    }
    __syncthreads();
    out[blockIdx.x * 512 + t] = AT(t);
    out[blockIdx.x * 512 + 256 + t] = AT(256 + t);
}
