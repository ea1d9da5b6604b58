// Exercise sort: sort until no number moves.
//
// Each block sorts its numbers. In even rounds the pairs (0,1), (2,3)...
// are put in order, in odd rounds the pairs (1,2), (3,4)... As many
// rounds as there are threads are always enough, but mostly far too
// many. Stop after two successive rounds that moved nothing.
//
// Check it: type "check sort" at the prompt of Warpschool.

#define MOST 256  // threads in the largest block

extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;

    words[t] = in[first + t];
    __syncthreads();
    // TODO: end the loop earlier, for all threads at the same time.
    for (int round = 0; round < size; round++) {
        int left = t - (t + round) % 2;  // the left one of this pair
        int moved = 0;
        if (t == left && left >= 0 && left + 1 < size &&
            words[left] > words[left + 1]) {
            int word = words[left];
            words[left] = words[left + 1];
            words[left + 1] = word;
            moved = 1;
        }
        __syncthreads();
    }
    out[first + t] = words[t];
}
