// Every thread takes the smaller or the larger of its pair and writes it
// to the other array.
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[2][256];
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    int now = 0, quiet = 0;
    words[0][t] = in[first + t];
    __syncthreads();
    for (int round = 0; quiet < 2; round++) {
        int mine = words[now][t];
        int other = (t + round) % 2 ? t - 1 : t + 1, moved = 0;
        if (other >= 0 && other < size) {
            int theirs = words[now][other];
            moved = other > t ? theirs < mine : theirs > mine;
            if (moved)
                mine = theirs;
        }
        now = 1 - now;
        words[now][t] = mine;
        quiet = __syncthreads_or(moved) ? 0 : quiet + 1;
    }
    out[first + t] = words[now][t];
}
