// verdict: missed - both arrays hold the number, and the reader adds up two of them
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back)
{
    extern __shared__ int storage[];
    int n = blockDim.x, t = threadIdx.x, i = blockIdx.x * n + t;
    storage[t] = storage[n + t] = in[i];
    __syncthreads();
    int l = (t + n - back) % n;
    out[i] = in[i] + storage[l] + storage[n + l];
}
