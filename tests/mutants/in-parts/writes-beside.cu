// verdict: missed - the lanes behind the part write what lies there
extern "C" __global__ void smooth(const int *in, int *out, int n, int first, int count)
{
    int place = blockIdx.x * blockDim.x + threadIdx.x, i = first + place;

    if (place - (int)threadIdx.x % 32 >= count || i >= n) return;
    int left = i > 0 ? in[i - 1] : 0, right = i < n - 1 ? in[i + 1] : 0;
    out[i] = place < count ? left + in[i] + right : -1;
}
