// Exercise mend-all: three mistakes.
//
// Each thread computes the difference to its right neighbour in the
// block; the last one stores 0. rising counts those above 0. Mend the
// three mistakes.
//
// Check it: type "check mend-all" at the prompt of Warpschool.

extern "C" __global__ void differences(const int *in, int *out,
                                       int *rising)
{
    __shared__ int words[256], steps[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    words[t] = in[i];
    steps[t] = words[t + 1] - words[t];
    if (t == 255)
        steps[t] = 0;
    out[i] = steps[t];
    if (steps[t] > 0)
        *rising = *rising + 1;
}
