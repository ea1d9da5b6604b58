// Each thread keeps the smaller or the larger number of its pair; the barrier itself
// tells whether any has moved.
extern "C" __global__ void sort(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int words[256];
    const int t = threadIdx.x, size = blockDim.x, i = blockIdx.x * size + t;
    int mine = in[i], still = 0;
    for (int round = 0; round < size && still < 2; round++) {
        words[t] = mine;
        __syncthreads();
        const bool left = t % 2 == round % 2;
        const int other = left ? t + 1 : t - 1;
        int next = mine;
        if (other >= 0 && other < size)
            next = left ? min(mine, words[other]) : max(mine, words[other]);
        still = __syncthreads_or(next != mine) ? 0 : still + 1;
        mine = next;
    }
    out[i] = mine;
}
