// A thread's own number stays in a register; its partner's comes from
// one of two arrays.
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[512];
    int t = threadIdx.x, size = blockDim.x;
    int mine = in[blockIdx.x * size + t], quiet = 0;
    for (int round = 0; quiet < 2; round++) {
        int *here = words + (round & 1) * 256;
        here[t] = mine;
        __syncthreads();
        bool right = (t ^ round) & 1;
        int other = right ? t - 1 : t + 1;
        int was = mine;
        if (other >= 0 && other < size)
            mine = right ? max(mine, here[other]) : min(mine, here[other]);
        quiet = __syncthreads_count(mine != was) == 0 ? quiet + 1 : 0;
    }
    out[blockIdx.x * size + t] = mine;
}
