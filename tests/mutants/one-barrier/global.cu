// verdict: unsafe - goes through global memory, without a barrier

#define MOST 256  // threads in the largest block

extern "C" __global__ void add_rounds(const int *in, int *out, int rounds)
{
    int t = threadIdx.x;
    int first = blockIdx.x * blockDim.x;

    out[first + t] = in[first + t];
    for (int round = 0; round < rounds; round++) {
        out[first + t] += out[first + (t + 1) % blockDim.x];
    }
}
