extern "C" __global__ void scale(const int *in, int *out, int n)
{
}
