// two copies of the bins; in each warp eight lanes count four numbers each
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[2][16];
    int t = threadIdx.x, lane = t % 32, first = blockIdx.x * blockDim.x + t - lane;
    if (t < 32) bins[t / 16][t % 16] = 0;
    __syncthreads();
    if (lane < 8) {
        int4 four = ((const int4 *)(in + first))[lane];
        int *mine = bins[lane & 1];
        atomicAdd(&mine[four.x & 15], 1);
        atomicAdd(&mine[four.y & 15], 1);
        atomicAdd(&mine[four.z & 15], 1);
        atomicAdd(&mine[four.w & 15], 1);
    }
    __syncthreads();
    if (t < 16) out[blockIdx.x * 16 + t] = bins[0][t] + bins[1][t];
}
