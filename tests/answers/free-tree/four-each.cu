// 128 threads have four numbers each: two rounds in registers, the others in shared memory
__device__ int place(int i) { return i + i / 32; }
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[132];
    const int t = threadIdx.x;
    int4 v;
    if (t < 128) {
        v = reinterpret_cast<const int4 *>(in)[blockIdx.x * 128 + t];
        v.y += v.x;
        v.w += v.z + v.y;
        words[place(t)] = v.w;
    }
    for (int step = 1; step < 128; step *= 2) {
        __syncthreads();
        const int right = 2 * step * (t + 1) - 1;
        if (right < 128)
            words[place(right)] += words[place(right - step)];
    }
    __syncthreads();
    if (t < 128) {
        v.w = words[place(t)];
        reinterpret_cast<int4 *>(out)[blockIdx.x * 128 + t] = v;
    }
}
