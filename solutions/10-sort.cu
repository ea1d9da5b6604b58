// Exercise sort: one solution.
//
// The barrier at the end of a round asks whether anybody has moved a
// number. All threads get the same answer, so all leave the loop in the
// same round.

#define MOST 256  // threads in the largest block

extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;

    words[t] = in[first + t];
    __syncthreads();
    int still = 0;  // rounds in a row that moved nothing
    for (int round = 0; round < size && still < 2; round++) {
        int left = t - (t + round) % 2;  // the left one of this pair
        int moved = 0;
        if (t == left && left >= 0 && left + 1 < size &&
            words[left] > words[left + 1]) {
            int word = words[left];
            words[left] = words[left + 1];
            words[left + 1] = word;
            moved = 1;
        }
        still = __syncthreads_or(moved) ? 0 : still + 1;
    }
    out[first + t] = words[t];
}
