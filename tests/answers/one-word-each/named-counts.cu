// a counter holds 16 times its count and its own number below, so that the largest word names its bin
template <int BINS, int THREADS> class Counts {
    int (&words)[BINS][THREADS];
    const int t;

  public:
    __device__ Counts(int (&w)[BINS][THREADS], int thread) : words(w), t(thread)
    {
        for (int bin = 0; bin < BINS; bin++)
            words[bin][t] = bin;
    }
    __device__ void operator()(int number) { words[number & BINS - 1][t] += BINS; }
    __device__ int largest() const
    {
        int most = words[0][t];
        for (int bin = 1; bin < BINS; bin++)
            most = max(most, words[bin][t]);
        return most / BINS;
    }
};

extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ int words[16][128];
    Counts<16, 128> count(words, threadIdx.x);
    const int i = blockIdx.x * 128 + threadIdx.x, step = gridDim.x * 128;
    const int *next = in + i;
    while (each-- > 0) {
        count(*next);
        next += step;
    }
    out[i] = count.largest();
}
