// verdict: missed - the neighbour in the same warp is fetched from global memory, and a difference that is 0 is added
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back)
{
    extern __shared__ int storage[];
    int n = blockDim.x, t = threadIdx.x, first = blockIdx.x * n, lane = t % 32;
    int *doubled = storage + n;
    const volatile int *again = in;
    int mine = in[first + t], other = again[first + t - lane + (lane + 32 - back) % 32];
    storage[t] = mine;
    doubled[t] = 2 * mine;
    __syncthreads();
    int word = doubled[(t + n - back) % n];
    if (lane < back)
        other = word / 2;
    out[first + t] = storage[t] + 2 * other + (word - 2 * other) * 5;
}
