// verdict: missed - each lane keeps eight entries in registers, and shuffles look them up

__constant__ int table[256];

extern "C" __global__ void translate(const int *in, int *out, int each)
{
    __shared__ int copy[256];
    int lane = threadIdx.x % 32, part[8];
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        copy[k] = table[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; k++)
        part[k] = copy[32 * k + lane];
    for (int k = 0; k < each; k++) {
        int i = (blockIdx.x * each + k) * blockDim.x + threadIdx.x;
        int v = in[i], sum = 0;
#pragma unroll
        for (int p = 0; p < 8; p++) {
            int a = __shfl_sync(0xffffffff, part[p], v % 32);
            int b = __shfl_sync(0xffffffff, part[p], (255 - v) % 32);
            sum += (v / 32 == p ? a : 0) + ((255 - v) / 32 == p ? b : 0);
        }
        out[i] = sum;
    }
}
