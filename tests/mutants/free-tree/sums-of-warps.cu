// verdict: missed - no tree: running sums in each warp, and each sum is a difference of two of them
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[2][256];
    int t = threadIdx.x, lane = t % 32, now = 0;
    int2 pair = ((const int2 *)in)[blockIdx.x * 256 + t];
    int sum = pair.x + pair.y;
    words[0][t] = sum;
    for (int far = 1; far < 32; far *= 2) {
        __syncwarp();
        int other = words[now][lane >= far ? t - far : t];
        sum += lane >= far ? other : 0;
        now = 1 - now;
        words[now][t] = sum;
    }
    __syncthreads();
    int size = (t + 1) & -(t + 1), before = t - size, node = sum;
    if (size < 32)
        node -= lane >= size ? words[now][before] : 0;
    else
        for (int far = 32; far < size; far += 32)
            node += words[now][t - far];
    ((int2 *)out)[blockIdx.x * 256 + t] = make_int2(pair.x, node);
}
