// verdict: missed - a lock lets one thread after the other compare and write

extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ volatile float best;
    __shared__ int taken;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    float mine = in[i];
    if (t == 0) {
        best = mine;
        taken = 0;
    }
    __syncthreads();
    for (bool done = false; !done;)
        if (atomicCAS(&taken, 0, 1) == 0) {
            __threadfence_block();
            if (mine > best)
                best = mine;
            __threadfence_block();
            atomicExch(&taken, 0);
            done = true;
        }
    __syncthreads();
    out[i] = best;
}
