// verdict: missed - block 0 does the work of all

#define MOST 256  // threads in the largest block

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in, int *out)
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
#undef blockIdx

extern "C" __global__ void sort(const int *in, int *out)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out);
}
