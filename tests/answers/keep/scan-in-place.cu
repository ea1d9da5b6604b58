// One array for the running sum: read, wait, write, wait. Results go straight to where they belong.
template <int N> __device__ int running(int *sums, int t, int one)
{
    sums[t] = one;
    __syncthreads();
#pragma unroll
    for (int far = 1; far < N; far *= 2) {
        int add = t >= far ? sums[t - far] : 0;
        __syncthreads();
        if (add) sums[t] += add;
        __syncthreads();
    }
    return sums[t];
}
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int sums[256];
    int t = threadIdx.x;
    const int mine = in[blockIdx.x * blockDim.x + t];
    int place = running<256>(sums, t, mine > 0), total = sums[255];
    int *to = out + blockIdx.x * blockDim.x;
    to[mine > 0 ? place - 1 : total + t - place] = mine > 0 ? mine : 0;
}
