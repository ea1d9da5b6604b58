// A thread writes if it sees no larger number of a thread: it reads while others
// write.
extern "C" __global__ void any_negative(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ struct { volatile int thread; } last;
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + t;
    const bool negative = in[i] >> 31;
    if (t == 32)
        last.thread = -1;
    __syncthreads();
    if (negative && last.thread < t)
        last.thread = t;
    __syncthreads();
    out[i] = last.thread < 0 ? 0 : 1;
}
