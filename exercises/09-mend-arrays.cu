// Exercise mend-arrays: an example from a lecture, with three mistakes.
//
// Two arrays in dynamic shared memory. Each thread keeps
// its number in the first one, and twice its number in the second one.
// Then it adds two numbers: its own, and the doubled number of the
// thread `back` places to its left. To the left of thread 0 comes the
// last thread. The launch asks for as many bytes as two arrays need.
// Correct the mistakes.
//
// Check it: type "check mend-arrays" at the prompt of Warpschool.

extern "C" __global__ void doubled_neighbours(const int *in, int *out,
                                              int back)
{
    extern __shared__ int storage[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // TODO: where does the second array begin, who waits for whom, and
    // what is 0 - 1 in unsigned numbers?
    int *numbers = storage;
    int *doubled = storage + 2 * blockDim.x;

    numbers[threadIdx.x] = in[i];
    doubled[threadIdx.x] = 2 * numbers[threadIdx.x];
    int left = (threadIdx.x - back) % blockDim.x;
    out[i] = numbers[threadIdx.x] + doubled[left];
}
