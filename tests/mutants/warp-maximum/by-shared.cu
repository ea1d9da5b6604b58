// verdict: missed - through shared memory

extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    __shared__ int words[256];
    words[threadIdx.x] = in[i];
    for (int far = 16; far > 0; far /= 2) {
        __syncwarp();
        if (lane < far)
            words[threadIdx.x] =
                max(words[threadIdx.x], words[threadIdx.x + far]);
    }
    if (lane == 0)
        out[i / 32] = words[threadIdx.x];
}
