// Exercise triples: structures of three floats, read in order.
//
// Each thread computes x * y + z of one triple. The lanes of a warp lie
// 12 bytes apart, so each of the three loads touches all the sectors of
// the warp's triples. Read every sector of the input once.
//
// Check it: type "check triples" at the prompt of Warpschool.

#define THREADS 128

extern "C" __global__ void triples(const float *in, float *out)
{
    int i = blockIdx.x * THREADS + threadIdx.x;

    // TODO: the block's 3 * THREADS floats are neighbours in memory.
    // Load them in that order, through shared memory.
    float x = in[3 * i];
    float y = in[3 * i + 1];
    float z = in[3 * i + 2];

    out[i] = x * y + z;
}
