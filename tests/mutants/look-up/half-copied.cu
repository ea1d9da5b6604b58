// verdict: missed - copies one half, and looks the other up as before

__constant__ int table[256];

extern "C" __global__ void translate(const int *in, int *out, int each)
{
    __shared__ int copy[256];
    for (int k = threadIdx.x; k < 128; k += blockDim.x)
        copy[k] = table[k];
    __syncthreads();

    for (int k = 0; k < each; k++) {
        int i = (blockIdx.x * each + k) * blockDim.x + threadIdx.x;
        out[i] = (in[i] < 128 ? copy[in[i]] : table[in[i]])
                 + (in[i] < 128 ? table[255 - in[i]] : copy[255 - in[i]]);
    }
}
