// Exercise filter: constant memory in the wrong place.
//
// out[i] is the sum of 16 neighbours of in, each times its tap. Each
// lane begins with another tap than its neighbour. In shared memory that
// would take one pass: different taps lie in different banks. In
// constant memory each different word is a read of its own. Mend it.
//
// Check it: type "check filter" at the prompt of Warpschool.

__constant__ float taps[16];

extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < 16; j++) {
        // TODO: all lanes should want the same tap.
        int k = (j + threadIdx.x) % 16;
        sum += taps[k] * in[i + k];
    }
    out[i] = sum;
}
