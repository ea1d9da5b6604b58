// verdict: missed - every word lies where it lay; eight lanes at a time make their sums, so that their words do not meet
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[512];
    volatile int *w = words;
    int t = threadIdx.x, first = blockIdx.x * 512;
    w[t] = in[first + t];
    w[t + 256] = in[first + t + 256];
    __syncthreads();
    int sum = 0;
    if (t < 128) {
        int4 four = ((int4 *)words)[t];
        four.y += four.x;
        four.w += four.z + four.y;
        sum = four.w;
        ((int4 *)words)[t] = four;
    }
    for (int step = 4; step < 512; step *= 2) {
        __syncthreads();
        for (int turn = 0; turn < 4; turn++)
            if (t < 128 && t % 32 / 8 == turn && (t + 1) % (step / 2) == 0) {
                sum += w[4 * t + 3 - step];
                w[4 * t + 3] = sum;
            }
    }
    __syncthreads();
    out[first + t] = w[t];
    out[first + t + 256] = w[t + 256];
}
