// verdict: missed - the loads are scattered, and shared memory puts the numbers back in order

extern "C" __global__ void scatter(const int *in, int *out, int sectors)
{
    __shared__ int words[256];
    int t = threadIdx.x, first = blockIdx.x * 256, each = 32 / sectors;
    int warp = t / 32, lane = t % 32;
    int place = (lane / each * 8 + warp) * each + lane % each;
    words[place] = in[first + place];
    __syncthreads();
    out[first + t] = words[t];
}
