// verdict: missed - the first array holds what nobody needs
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back)
{
    extern __shared__ int storage[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, n = blockDim.x;
    int mine = in[i];
    storage[t] = 3 * mine + 1;
    int *doubled = storage + n;
    doubled[t] = 2 * mine;
    __syncthreads();
    out[i] = mine + doubled[(t + n - back) % n];
}
