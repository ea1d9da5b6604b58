// Exercise places: the right memory for each number.
//
// Each thread adds up eight neighbouring numbers of its block, each
// multiplied by a weight. The output is right, but the numbers lie in
// the wrong memories. Choose the right ones: for what all threads read
// and none changes, for what the block shares, for what a thread needs.
//
// Check it: type "check places" at the prompt of Warpschool.

// TODO: all threads read the same weight at the same time.
__device__ float weight[8];

extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;

    // TODO: the neighbours fetch the same numbers, too.
    float window[8];
    for (int k = 0; k < 8; k++)
        window[(t + k) % 8] = in[first + (t + k) % blockDim.x];

    // TODO: an index that the compiler does not know.
    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += weight[k] * window[(t + k) % 8];
    out[first + t] = sum;
}
