// The last block begins; all loads before the sum.
struct Three {
    int left, mid, right;
    __device__ int sum() const
    {
        return left + mid + right;
    }
};
extern "C" __global__ void smooth(const int *in, int *out, int n, int first, int count)
{
    int place = (gridDim.x - 1 - blockIdx.x) * blockDim.x + threadIdx.x;
    if (place >= count)
        return;
    int i = place + first;
    Three t = {i ? in[i - 1] : 0, in[i], i == n - 1 ? 0 : in[i + 1]};
    out[i] = t.sum();
}
