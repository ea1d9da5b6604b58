extern "C" __global__ void brokne(int *out)
{
    out[threadIdx.x] = 0;
}
