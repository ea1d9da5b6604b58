// Exercise filter: constant memory in the wrong place.
//
// out[i] is the sum of 16 neighbours of in, each times its tap. Somebody
// has read about bank conflicts and lets every lane begin with another
// tap. For shared memory that would be clever. Here it makes each read
// of the taps many reads. Mend it.
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
