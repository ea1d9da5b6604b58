extern "C" __global__ void broken(int *out)
{
    out[threadIdx.x + 1] = 0;
}
