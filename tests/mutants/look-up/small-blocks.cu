// verdict: unsafe - one entry for each thread: a block of 64 copies only 64

__constant__ int table[256];

extern "C" __global__ void translate(const int *in, int *out, int each)
{
    __shared__ int copy[256];
    copy[threadIdx.x] = table[threadIdx.x];
    __syncthreads();

    for (int k = 0; k < each; k++) {
        int i = (blockIdx.x * each + k) * blockDim.x + threadIdx.x;
        out[i] = copy[in[i]] + copy[255 - in[i]];
    }
}
