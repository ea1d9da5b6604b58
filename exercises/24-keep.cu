// Exercise keep: only the positive ones.
//
// Each block of 256 threads keeps the positive ones of its numbers, in
// their order, and fills the rest with zeroes. The place of a number is
// the count of the positive ones before it: a running sum. Thread 0 does
// all of that alone. Let all threads work.
//
// Check it: type "check keep" at the prompt of Warpschool.

extern "C" __global__ void keep(const int *in, int *out)
{
    int first = blockIdx.x * 256;

    // TODO: a running sum by all threads.
    if (threadIdx.x == 0) {
        int kept = 0;
        for (int k = 0; k < 256; k++)
            if (in[first + k] > 0)
                out[first + kept++] = in[first + k];
        for (int k = kept; k < 256; k++)
            out[first + k] = 0;
    }
}
