// verdict: missed - thread 255 reads behind its row, where a row of zeros lies
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int rows[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    rows[0][t] = in[i];
    rows[1][t] = 0;
    __syncthreads();
    int step = rows[0][t + 1] - rows[0][t];
    if (t == 255)
        step = 0;
    out[i] = step;
    if (step > 0)
        atomicAdd(rising, 1);
}
