extern "C" __global__ void broken(int *out)
{
    out[threadIdx.x] = not_declared;
}
