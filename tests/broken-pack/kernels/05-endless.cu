extern "C" __global__ void broken(int *out)
{
    for (volatile int forever = 1; forever;) {}
    out[threadIdx.x] = 0;
}
