// verdict: missed - counts the smaller numbers, four at a time

extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int4 fours[64];
    __shared__ int sorted[256];
    int *words = (int *)fours;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    int mine = in[first + t], place = 0;
    words[t] = mine;
    __syncthreads();
    for (int k = 0; k < size / 4; k++) {
        int4 v = fours[k];
        place += v.x < mine || (v.x == mine && 4 * k < t);
        place += v.y < mine || (v.y == mine && 4 * k + 1 < t);
        place += v.z < mine || (v.z == mine && 4 * k + 2 < t);
        place += v.w < mine || (v.w == mine && 4 * k + 3 < t);
    }
    sorted[place] = mine;
    __syncthreads();
    out[first + t] = sorted[t];
    __syncthreads();
}
