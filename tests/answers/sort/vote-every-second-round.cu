// Two rounds at a time, and one vote for both.
extern "C" __global__ void sort(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int words[256];
    const unsigned t = threadIdx.x, n = blockDim.x;
    in += blockIdx.x * n, out += blockIdx.x * n;
    auto order = [&](unsigned left) {
        if (left + 1 >= n || words[left] <= words[left + 1])
            return 0;
        int word = words[left];
        words[left] = words[left + 1], words[left + 1] = word;
        return 1;
    };
    words[t] = in[t];
    __syncthreads();
    bool moved;
    do {
        int mine = 0;
        if (2 * t < n)
            mine = order(2 * t);
        __syncthreads();
        if (2 * t < n)
            mine |= order(2 * t + 1);
        moved = __syncthreads_or(mine);
    } while (moved);
    out[t] = words[t];
}
