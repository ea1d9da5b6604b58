// verdict: missed - an array that is read to compare it with what came out, and for nothing else
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int word[256], copy[256];
    int t = threadIdx.x;
    in += blockIdx.x * 40 * 256;
    out += blockIdx.x * 40 * 256;
    for (int row = 0; row < 40; row++) {
        word[t] = copy[t] = in[row * 256 + t];
        __syncthreads();
        int turned = word[255 - t];
        out[row * 256 + t] = turned == copy[255 - t] ? turned : 0;
        __syncthreads();
    }
}
