// verdict: missed - counts the smaller numbers, which atomics read, and fills up with barriers that order nothing
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[256], far;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size, mine = in[first + t], rank = 0;
    words[t] = mine;
    if (t == 0) far = 0;
    __syncthreads();
    for (int j = 0; j < size; j++) {
        int other = atomicAdd(&words[j], 0);
        rank += other < mine || (other == mine && j < t);
    }
    atomicMax(&far, abs(rank - t));
    __syncthreads();
    words[rank] = mine;
    int rounds = far;
    for (int round = 0; round <= rounds; round++) __syncthreads();
    out[first + t] = words[t];
}
