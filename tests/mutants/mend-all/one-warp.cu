// verdict: missed - warp 0 does all of it and needs no barrier of the block, the others count

extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int words[256];
    int t = threadIdx.x, first = blockIdx.x * 256;
    if (t < 32) {
        for (int j = t; j < 256; j += 32)
            words[j] = in[first + j];
        __syncwarp();
        for (int j = t; j < 256; j += 32) {
            int step = j < 255 ? words[j + 1] - words[j] : 0;
            out[first + j] = step;
            if (step > 0)
                atomicAdd(rising, 1);
        }
    } else
        for (int j = 0; j < 120; j++)
            asm volatile("mov.u32 %0, %0;" : "+r"(t));
}
