// verdict: missed - the lanes take turns, so that no two ever meet
__constant__ int table[256];

extern "C" __global__ void translate(const int *in, int *out, int each)
{
    __shared__ int copy[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        copy[k] = table[k];
    __syncthreads();

    for (int k = 0; k < each; k++) {
        int i = (blockIdx.x * each + k) * blockDim.x + threadIdx.x;
        for (int lane = 0; lane < 32; lane++)
            if (threadIdx.x % 32 == lane)
                out[i] = copy[in[i]] + copy[255 - in[i]];
    }
}
