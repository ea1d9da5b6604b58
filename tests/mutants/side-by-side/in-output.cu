// verdict: missed - the lists lie in the output, not in the heap
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int largest = 0;
    for (int k = 0; k < each; k++) {
        int number = in[k * threads + i];
        out[k * threads + i] = number;
        largest = max(largest, number);
    }
    for (int k = 0; k < (each + 1) / 2; k++) {
        int last = (each - 1 - k) * threads + i;
        int word = out[last];
        out[last] = largest - out[k * threads + i];
        out[k * threads + i] = largest - word;
    }
}
