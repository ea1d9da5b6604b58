// Exercise lucky-race: a race with the right output.
//
// Each block finds out whether any of its numbers is negative. It does
// so without a race, because it uses an atomic. Change it to a kernel
// that *has* a data race and still gives the right output, in whatever
// order the warps run. No atomics, no votes.
//
// Check it: type "check lucky-race" at the prompt of Warpschool.

extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t == 0)
        found = 0;
    __syncthreads();
    // TODO: a race whose output is right in every order.
    if (in[i] < 0)
        atomicExch(&found, 1);
    __syncthreads();
    out[i] = found;
}
