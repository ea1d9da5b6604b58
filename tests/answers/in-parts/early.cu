// A lambda tells what lies beyond the row; the place in the row first.
extern "C" __global__ void smooth(const int *in, int *out, int n, int first, int count)
{
    const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    auto at = [=](int j) { return j < 0 || j >= n ? 0 : __ldg(in + j); };
    if (i < first + count)
        out[i] = at(i - 1) + at(i) + at(i + 1);
}
