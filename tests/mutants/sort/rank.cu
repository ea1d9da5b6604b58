// verdict: missed - counts the smaller numbers instead of exchanging neighbours
#define MOST 256
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[MOST], sorted[MOST];
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;

    words[t] = in[first + t];
    __syncthreads();
    int place = 0;
    for (int k = 0; k < size; k++)
        place += words[k] < words[t] || (words[k] == words[t] && k < t);
    __syncthreads();
    sorted[place] = words[t];
    __syncthreads();
    out[first + t] = sorted[t];
}
