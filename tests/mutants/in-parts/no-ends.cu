// verdict: unsafe - the ends of the row have no neighbours

extern "C" __global__ void smooth(const int *in, int *out, int n,
                                  int first, int count)
{
    int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= count)
        return;
    int i = first + place;
    out[i] = in[i - 1] + in[i] + in[i + 1];
}
