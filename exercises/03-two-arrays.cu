// Exercise two-arrays: two arrays in dynamic memory.
//
// The launch asks for as many bytes of dynamic shared memory as `na`
// ints and `nb` doubles need, rounded up to a multiple of 8 bytes.
// Divide it into the two arrays. Now both begin at the same address.
//
// na and nb differ from launch to launch, and na may be odd.
//
// Check it: type "check two-arrays" at the prompt of Warpschool.

extern "C" __global__ void mix(const int *a, const double *b,
                               double *out, int na, int nb)
{
    extern __shared__ double storage[];

    // TODO: let each array begin at an address of its own.
    int *ints = (int *)storage;
    double *doubles = storage;

    int t = threadIdx.x;
    if (t < na)
        ints[t] = a[t];
    if (t < nb)
        doubles[t] = b[t];
    __syncthreads();
    if (t < nb)
        out[t] = doubles[nb - 1 - t] * ints[(t + 1) % na];
}
