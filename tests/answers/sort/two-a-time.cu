// Two rounds in each turn of the loop; a word for each turn tells whether one of them
// has moved a number.
__device__ bool ordered(int *words, int left, int size)
{
    if (left + 1 >= size)
        return true;
    int a = words[left], b = words[left + 1];
    words[left] = min(a, b);
    words[left + 1] = max(a, b);
    return a <= b;
}

extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[256], moved[2];
    const int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    words[t] = __ldg(&in[first + t]);
    if (t < 2)
        moved[t] = 0;
    __syncthreads();
    for (int turn = 0; turn < size; turn++) {
        bool rest = 2 * t < size ? ordered(words, 2 * t, size) : true;
        __syncthreads();
        if (2 * t + 1 < size)
            rest &= ordered(words, 2 * t + 1, size);
        if (!rest)
            moved[turn % 2] = 1;
        if (t == 0)
            moved[1 - turn % 2] = 0;
        __syncthreads();
        bool goes_on = moved[turn % 2];
        __syncthreads();
        if (!goes_on)
            break;
    }
    out[first + t] = words[t];
}
