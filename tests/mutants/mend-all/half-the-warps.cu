// verdict: missed - four of eight warps do all, two numbers a thread
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{

    __shared__ int words[256];
    int t = threadIdx.x, i = blockIdx.x * 256;
    if (t < 128) { words[t] = in[i + t]; words[t + 128] = in[i + t + 128]; }
    __syncthreads();
    if (t < 128)
        for (int k = t; k < 256; k += 128) {
            int d = k < 255 ? words[k + 1] - words[k] : 0;
            out[i + k] = d;
            if (d > 0) atomicAdd(rising, 1);
        }
}
