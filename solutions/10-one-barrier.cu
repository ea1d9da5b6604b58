// Exercise one-barrier: one solution.
//
// Two arrays take turns. A round reads one and writes the other, so
// nobody overwrites what somebody may still be reading. The barrier of
// the next round separates the rest.

#define MOST 256  // threads in the largest block

extern "C" __global__ void add_rounds(const int *in, int *out,
                                      int rounds)
{
    __shared__ int words[2][MOST];
    int t = threadIdx.x;
    int first = blockIdx.x * blockDim.x;

    words[0][t] = in[first + t];
    for (int round = 0; round < rounds; round++) {
        int *from = words[round % 2], *to = words[1 - round % 2];
        __syncthreads();
        to[t] = from[t] + from[(t + 1) % blockDim.x];
    }
    out[first + t] = words[rounds % 2][t];
}
