// Exercise in-parts: one solution.
//
// The place in the part decides who works. The place in the row is
// where the numbers and their neighbours are.

extern "C" __global__ void smooth(const int *in, int *out, int n,
                                  int first, int count)
{
    int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= count)
        return;
    int i = first + place;
    int left = i > 0 ? in[i - 1] : 0;
    int right = i < n - 1 ? in[i + 1] : 0;
    out[i] = left + in[i] + right;
}
