// A quarter of the threads brings four numbers each; a word behind the last one and the block's counter are set.
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ __align__(16) int words[257];
    __shared__ int up;
    int t = threadIdx.x, first = blockIdx.x * 256;
    if (t % 4 == 0)
        *(int4 *)&words[t] = *(const int4 *)&in[first + t];
    if (t == 0) {
        words[256] = 0;
        up = 0;
    }
    __syncthreads();
    int step = t < 255 ? words[t + 1] - words[t] : 0;
    out[first + t] = step;
    if (step > 0)
        atomicAdd(&up, 1);
    __syncthreads();
    if (t == 0)
        atomicAdd(rising, up);
}
