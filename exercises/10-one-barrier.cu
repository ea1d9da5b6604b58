// Exercise one-barrier: one barrier in a round.
//
// In every round each thread adds its right neighbour's word to its own.
// After one barrier the words of the round before are read, and after
// another one they are overwritten. Do it with a single barrier in each
// round.
//
// Check it: type "check one-barrier" at the prompt of Warpschool.

#define MOST 256  // threads in the largest block

extern "C" __global__ void add_rounds(const int *in, int *out,
                                      int rounds)
{
    __shared__ int words[MOST];
    int t = threadIdx.x;
    int first = blockIdx.x * blockDim.x;

    words[t] = in[first + t];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        int sum = words[t] + words[(t + 1) % blockDim.x];
        // TODO: why must all threads wait here? Remove the reason.
        __syncthreads();
        words[t] = sum;
    }
    out[first + t] = words[t];
}
