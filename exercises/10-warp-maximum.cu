// Exercise warp-maximum: the largest number of each warp.
//
// In each warp one lane reads all 32 numbers, and 31 lanes are idle. Let
// each lane read its own number, and exchange numbers by shuffles.
//
// Check it: type "check warp-maximum" at the prompt of Warpschool.

extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;

    // TODO: one lane does the work of all.
    if (lane == 0) {
        int best = in[i];
        for (int k = 1; k < 32; k++)
            best = max(best, in[i + k]);
        out[i / 32] = best;
    }
}
