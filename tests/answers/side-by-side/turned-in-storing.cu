// The lists are stored backwards, and read forwards, by a lambda.
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    __shared__ int *piece;
    const int size = blockDim.x, t = threadIdx.x, threads = gridDim.x * size;
    if (t == size - 1)
        piece = (int *)malloc(sizeof(int) * each * size);
    __syncthreads();
    int *words = piece;
    if (!words)
        return;
    auto word = [&](int k) -> int & { return words[k * size + t]; };
    const int *from = in + blockIdx.x * size + t;
    int *to = out + blockIdx.x * size + t;
    for (int k = each - 1; k >= 0; k--, from += threads)
        word(k) = *from;
    for (int k = 0; k < each; k++, to += threads)
        *to = word(k);
    __syncthreads();
    if (t == 0)
        free(words);
}
