// verdict: wrong - the ends of the part are taken for ends of the row

extern "C" __global__ void smooth(const int *in, int *out, int n,
                                  int first, int count)
{
    int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= count)
        return;
    int i = first + place;
    int left = place > 0 ? in[i - 1] : 0;
    int right = place < count - 1 ? in[i + 1] : 0;
    out[i] = left + in[i] + right;
}
