// Half of the threads move two neighbours each.
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int2 pairs[128];
    int half = blockDim.x / 2, t = threadIdx.x, first = blockIdx.x * half;
    if (t < half)
        pairs[t] = ((const int2 *)in)[first + t];
    __syncthreads();
    if (t >= half)
        return;
    int2 pair = pairs[half - 1 - t];
    ((int2 *)out)[first + t] = make_int2(pair.y, pair.x);
}
