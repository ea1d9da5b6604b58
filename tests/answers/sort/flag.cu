// A flag in shared memory tells whether a number moved, with three barriers in a round.
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[256], any;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size, still = 0;
    words[t] = in[first + t];
    for (int round = 0; still < 2; round++) {
        if (t == 0)
            any = 0;
        __syncthreads();
        int left = 2 * t + round % 2;
        if (left + 1 < size && words[left] > words[left + 1]) {
            int word = words[left];
            words[left] = words[left + 1];
            words[left + 1] = word;
            atomicOr(&any, 1);
        }
        __syncthreads();
        still = any ? 0 : still + 1;
        __syncthreads();
    }
    out[first + t] = words[t];
}
