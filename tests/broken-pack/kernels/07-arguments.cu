extern "C" __global__ void broken(int *out, int *in, int count)
{
    if ((int)threadIdx.x < count) out[threadIdx.x] = in[threadIdx.x];
}
