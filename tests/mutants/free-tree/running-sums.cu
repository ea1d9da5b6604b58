// verdict: missed - no tree: running sums of neighbouring words, and each sum is a difference of two of them
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[2][256];
    int t = threadIdx.x, now = 0;
    int2 pair = ((const int2 *)in)[blockIdx.x * 256 + t];
    int sum = pair.x + pair.y;
    words[0][t] = sum;
    for (int far = 1; far < 256; far *= 2) {
        __syncthreads();
        if (t >= far)
            sum += words[now][t - far];
        now = 1 - now;
        words[now][t] = sum;
    }
    __syncthreads();
    int size = (t + 1) & -(t + 1), before = t - size;
    int node = sum;
    if (t % 32 < 31)
        node -= before >= 0 ? words[now][before] : 0;
    else if (before >= 0)
        node -= words[now][before];
    ((int2 *)out)[blockIdx.x * 256 + t] = make_int2(pair.x, node);
}
