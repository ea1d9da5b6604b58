// Every lane ends with the largest; the last one stores it. A helper does the
// rounds, and a warp goes on to the numbers of another one if there are any.
template <int FAR>
__device__ int larger_of_two(int mine)
{
    return max(mine, __shfl_xor_sync(0xffffffffu, mine, FAR));
}

extern "C" __global__ void warp_maximum(const int *__restrict__ in, int *__restrict__ out)
{
    const int warps = gridDim.x * blockDim.x / 32;
    for (int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32; warp < warps; warp += warps) {
        int best = __ldg(&in[warp * 32 + threadIdx.x % 32]);
        best = larger_of_two<16>(best);
        best = larger_of_two<8>(best);
        best = larger_of_two<4>(best);
        best = larger_of_two<2>(best);
        best = larger_of_two<1>(best);
        if (threadIdx.x % 32 == 31)
            out[warp] = best;
    }
}
