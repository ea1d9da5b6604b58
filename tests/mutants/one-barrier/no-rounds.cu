// verdict: missed - every number weighs as often as the rounds would count it, with one barrier in all

extern "C" __global__ void add_rounds(const int *in, int *out, int rounds)
{
    __shared__ int words[256];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    words[t] = in[first + t];
    __syncthreads();
    int sum = 0, times = 1;
    for (int k = 0; k <= rounds; k++) {
        sum += times * words[(t + k) % blockDim.x];
        times = times * (rounds - k) / (k + 1);
    }
    out[first + t] = sum;
}
