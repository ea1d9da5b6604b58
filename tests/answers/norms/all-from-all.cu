// Every lane takes the sums of all lanes, one by one.
extern "C" __global__ void norms(const float *in, float *out)
{
    float own = 0, sum = 0;
    for (int k = 0; k < 8; k++) { float x = in[blockIdx.x * 256 + k * 32 + threadIdx.x]; own += x * x; }
#pragma unroll
    for (int k = 0; k < 32; k++) sum += __shfl_sync(0xffffffff, own, k);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
