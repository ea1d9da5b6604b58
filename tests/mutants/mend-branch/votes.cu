// verdict: missed - the number before comes bit by bit, by 32 votes

extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x, lane = t % 32, i = blockIdx.x * blockDim.x + t;
    int mine = i < n ? in[i] : 0, previous = 0;
    words[t] = mine;
    __syncthreads();
    for (int bit = 0; bit < 32; bit++) {
        unsigned ayes = __ballot_sync(0xffffffff, mine >> bit & 1);
        previous |= (ayes << 1 >> lane & 1) << bit;
    }
    if (lane == 0)
        previous = t > 0 ? words[t - 1] : 0;
    if (i < n)
        out[i] = mine + previous;
}
