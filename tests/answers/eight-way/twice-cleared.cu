// The words are set to 0 first; then each lane keeps its own.
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ int words[1024];
    int lane = threadIdx.x;
    for (int k = lane; k < 1024; k += 32)
        words[k] = 0;
    __syncthreads();
    auto place = [=](int n) { return n % ways * 32 + n / ways; };
    words[place(lane)] = in[blockIdx.x * 32 + lane];
    __syncthreads();
    out[blockIdx.x * 32 + lane] = words[place(lane)];
}
